import { createVocabulary, listed, type Term } from './vocabulary.ts';

/** The canonical laboratories, by the short names that the trade uses. */
const laboratoryTerms: readonly Term[] = [
  lab(
    'SSEF',
    'Swiss Gemmological Institute; Swiss Gemmological Institute SSEF; SSEF Basel; Schweizerisches Gemmologisches Institut',
  ),
  lab('Gübelin', 'Gübelin Gem Lab; Guebelin; GGL; Gübelin Gemmological Laboratory; Gübelin Lucerne'),
  lab('GIA', 'Gemological Institute of America; GIA Gem Laboratory'),
  lab('AGL', 'American Gemological Laboratories; American Gemological Laboratory'),
  lab(
    'AGS',
    'AGSL; American Gem Society; American Gem Society Laboratories; American Gem Society Laboratory; AGS Laboratories',
  ),
  lab('GRS', 'GRS Gemresearch Swisslab; Gemresearch Swisslab; GRS Swisslab'),
  lab('Lotus', 'Lotus Gemology'),
  lab('AGTA', 'AGTA Gemological Testing Center; AGTA-GTC; American Gem Trade Association'),
  lab('LFG', 'Laboratoire Français de Gemmologie; French Gemmological Laboratory; CCIP'),
  lab('CISGEM', 'Centro Informazione e Servizi Gemmologici'),
  lab('Carat Gem Lab', 'CGL Carat Gem Lab'),
  lab('C. Dunaigre', 'CDC; Dunaigre; C. Dunaigre Consulting'),
  lab('AIGS', 'Asian Institute of Gemological Sciences'),
  lab('GIT', 'Gem and Jewelry Institute of Thailand; Gem & Jewelry Institute of Thailand'),
  lab('NGJA', 'National Gem and Jewellery Authority; National Gem & Jewellery Authority; NGJA Sri Lanka'),
  lab('GGTL', 'GGTL Laboratories; GemTechLab'),
  lab('CDTEC', 'CDTEC Gem Lab; Centro de Desarrollo Tecnológico de la Esmeralda Colombiana'),
  lab('ICA GemLab', 'ICA; ICA Gem Lab'),
  lab('Bellerophon', 'Bellerophon Gemlab'),
  lab('IGI', 'International Gemological Institute'),
  lab('HRD', 'HRD Antwerp; Hoge Raad voor Diamant'),
  lab('EGL', 'European Gemological Laboratory; EGL USA'),
  lab('GCAL', 'Gem Certification and Assurance Lab'),
  lab('DSEF', 'DSEF German Gem Lab; Deutsche Stiftung Edelsteinforschung'),
  lab('DANAT', 'Bahrain Institute for Pearls and Gemstones'),
  lab('GJEPC-GII', 'Gemmological Institute of India; GII'),
  lab('NGTC', 'National Gemstone Testing Center; National Gems and Jewelry Technology Administrative Center'),
  lab('Guild', 'Guild Gem Laboratories; Guild Laboratories'),
  lab('CGL', 'Central Gem Laboratory'),
  lab('Hong Kong Jade & Stone Laboratory', 'HKJSL; Hong Kong Jade and Stone Laboratory'),
  lab('GemTOF', ''),
  lab('Emteem', 'Emteem Gem Laboratory'),
];

/** Laboratories by any of their names. */
export const laboratories = createVocabulary(laboratoryTerms);

function lab(name: string, synonyms: string): Term {
  return { name, synonyms: listed(synonyms) };
}
