import { createVocabulary, entriesOf, listed, type Term } from './vocabulary.ts';

/** The canonical laboratories, by the short names that the trade uses. */
const laboratoryTerms: readonly Term[] = entriesOf(`
  SSEF = Swiss Gemmological Institute; Swiss Gemmological Institute SSEF; SSEF Basel;
    Schweizerisches Gemmologisches Institut
  Gübelin = Gübelin Gem Lab; Guebelin; GGL; Gübelin Gemmological Laboratory; Gübelin Lucerne
  GIA = Gemological Institute of America; GIA Gem Laboratory
  AGL = American Gemological Laboratories; American Gemological Laboratory
  AGS = AGSL; American Gem Society; American Gem Society Laboratories; American Gem Society Laboratory;
    AGS Laboratories
  GRS = GRS Gemresearch Swisslab; Gemresearch Swisslab; GRS Swisslab
  Lotus = Lotus Gemology
  AGTA = AGTA Gemological Testing Center; AGTA-GTC; American Gem Trade Association
  LFG = Laboratoire Français de Gemmologie; French Gemmological Laboratory; CCIP
  CISGEM = Centro Informazione e Servizi Gemmologici
  Carat Gem Lab = CGL Carat Gem Lab
  C. Dunaigre = CDC; Dunaigre; C. Dunaigre Consulting
  AIGS = Asian Institute of Gemological Sciences
  GIT = Gem and Jewelry Institute of Thailand; Gem & Jewelry Institute of Thailand
  NGJA = National Gem and Jewellery Authority; National Gem & Jewellery Authority; NGJA Sri Lanka
  GGTL = GGTL Laboratories; GemTechLab
  CDTEC = CDTEC Gem Lab; Centro de Desarrollo Tecnológico de la Esmeralda Colombiana
  ICA GemLab = ICA; ICA Gem Lab
  Bellerophon = Bellerophon Gemlab
  IGI = International Gemological Institute
  HRD = HRD Antwerp; Hoge Raad voor Diamant
  EGL = European Gemological Laboratory; EGL USA
  GCAL = Gem Certification and Assurance Lab
  DSEF = DSEF German Gem Lab; Deutsche Stiftung Edelsteinforschung
  DANAT = Bahrain Institute for Pearls and Gemstones
  GJEPC-GII = Gemmological Institute of India; GII
  NGTC = National Gemstone Testing Center; National Gems and Jewelry Technology Administrative Center
  Guild = Guild Gem Laboratories; Guild Laboratories
  CGL = Central Gem Laboratory
  Hong Kong Jade & Stone Laboratory = HKJSL; Hong Kong Jade and Stone Laboratory
  GemTOF =
  Emteem = Emteem Gem Laboratory`).map(([name, synonyms]) => ({ name, synonyms: listed(synonyms) }));

/** Laboratories by any of their names. */
export const laboratories = createVocabulary(laboratoryTerms);
