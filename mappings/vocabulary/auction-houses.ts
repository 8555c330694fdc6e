import { createVocabulary, entriesOf, listed, type Term } from './vocabulary.ts';

/** `synonyms` are the other names of a house, `variants` its names with its salerooms. */
const houseTerms: readonly Term[] = entriesOf(`
  Christie's = Christie's International; Christie, Manson & Woods; Christie Manson & Woods Ltd;
    Christie's Inc.; Christie's (International) S.A.; 佳士得; 佳士得香港; クリスティーズ; Кристис / Geneva; New York; London;
    Hong Kong; Paris; Dubai; Shanghai; South Kensington; King Street; Online; Amsterdam; Milan; Rome; Zurich;
    St. Moritz
  Sotheby's = Sotheby's International; Sotheby & Co.; Sotheby Parke Bernet; Parke-Bernet;
    Parke-Bernet Galleries; Sotheby's Diamonds; 蘇富比; 苏富比; サザビーズ; Сотбис / Geneva; New York; London; Hong Kong;
    Paris; Milan; Zurich; St. Moritz; Amsterdam; Dubai; Riyadh; Abu Dhabi; Cologne; Online
  Bonhams = Bonhams & Butterfields; Bonhams 1793; Bonhams Skinner; Bonhams Cornette de Saint Cyr;
    Butterfields; Butterfield & Butterfield; 邦瀚斯; 邦瀚斯拍賣; ボナムズ / London; New York; Hong Kong; Los Angeles;
    New Bond Street; Knightsbridge; Paris; Edinburgh; San Francisco; Sydney; Oxford
  Phillips = Phillips de Pury; Phillips de Pury & Company; Phillips de Pury & Luxembourg;
    Phillips Auctioneers; Phillips Son & Neale; 富藝斯; 富艺斯 / Geneva; New York; London; Hong Kong
  Poly Auction = Poly Auctions; Poly International Auction; Beijing Poly; Beijing Poly International Auction;
    Poly Auction (Hong Kong) Limited; 保利拍賣; 保利拍卖; 保利; 北京保利; 保利香港; 香港保利 / Hong Kong; Beijing; Macau; Xiamen
  Heritage Auctions = Heritage; Heritage Auction Galleries; HA.com; Heritage Galleries; 海瑞得; 海瑞德 / Dallas;
    New York; Beverly Hills; Hong Kong
  China Guardian = Guardian; China Guardian Auctions; China Guardian (HK) Auctions Co., Ltd.;
    China Guardian (Hong Kong) Auctions Co., Ltd.; China Guardian Auctions Co., Ltd.; 中國嘉德; 中国嘉德; 嘉德; 中國嘉德(香港)
    / Hong Kong; Beijing
  Tiancheng International = Tiancheng; Tian Cheng International; Tiancheng International Auctioneer;
    Tiancheng International Auctioneer Limited; 天成國際; 天成国际; 天成國際拍賣 / Hong Kong
  Dorotheum = Palais Dorotheum; Dorotheum GmbH / Vienna; Wien; Salzburg; Graz
  Koller = Koller Auctions; Koller Auktionen; Galerie Koller; Koller International Auctions / Zurich; Zürich;
    Geneva; Genève
  Artcurial = Artcurial Briest Poulain F. Tajan; Artcurial - Briest - Poulain; Artcurial SAS / Paris; Monaco;
    Monte-Carlo
  Tajan = Étude Tajan; Tajan SA / Paris; Monaco
  Drouot = Hôtel Drouot; Drouot-Richelieu; Drouot Montaigne; Drouot Estimations; Nouveau Drouot / Paris
  Aguttes = Claude Aguttes; Maison Aguttes; SVV Aguttes / Paris; Neuilly; Lyon
  Piguet = Piguet Hôtel des Ventes; Hôtel des Ventes Piguet; Piguet Auctions; Hôtel des Ventes Genève
    / Geneva; Genève
  Genève Enchères = Geneva Auctions; Geneve Encheres SA
  Millon = Millon & Associés; Millon et Associés; Millon Maison de Ventes / Paris; Brussels
  Osenat = Maison Osenat / Paris; Fontainebleau
  Ader = Ader Nordmann; Ader Nordmann & Dominique; Ader Picard Tajan; Étude Ader / Paris
  Pierre Bergé & Associés = Pierre Bergé; Pierre Berge and Associates; PBA / Paris; Brussels
  Gros & Delettrez = Gros et Delettrez / Paris
  Beaussant Lefèvre = Beaussant-Lefèvre & Associés / Paris
  HVMC = Hôtel des Ventes de Monte-Carlo; Monte-Carlo Auction House / Monaco; Monte-Carlo
  Lyon & Turnbull = Lyon and Turnbull; L&T / Edinburgh; London; Glasgow
  Dreweatts = Dreweatt Neate; Dreweatts 1759; Dreweatts & Bloomsbury; Bloomsbury Auctions / Newbury; London;
    Donnington Priory
  Woolley & Wallis = Woolley and Wallis; Woolley & Wallis Salisbury Salerooms; W&W / Salisbury
  Fellows = Fellows Auctioneers; Fellows & Sons / Birmingham; London
  Roseberys = Roseberys London / London
  Chiswick Auctions = Chiswick / London
  Elmwood's = Elmwoods Auctions / London
  Noonans = Noonans Mayfair; Dix Noonan Webb; DNW / London
  Spink = Spink & Son / London; Hong Kong; New York
  Tennants = Tennants Auctioneers / Leyburn
  Sworders = Sworders Fine Art Auctioneers; G. E. Sworder / Stansted Mountfitchet
  Cheffins = Cheffins Fine Art / Cambridge
  Mallams = Mallams Auctioneers / Oxford; Cheltenham
  Hansons = Hansons Auctioneers / London; Derby
  Adam's = James Adam & Sons; Adam's Dublin; Adam's Auctioneers / St. Stephen’s Green
  O'Reilly's = O'Reillys Auction Rooms / Dublin
  Doyle = Doyle New York; William Doyle Galleries; Doyle Auctions; Doyle Auctioneers / Beverly Hills; Chicago
  Skinner = Skinner Inc.; Skinner Auctioneers; Skinner Auctions / Boston; Marlborough
  Hindman = Leslie Hindman; Leslie Hindman Auctioneers; Hindman Auctions / Chicago; Palm Beach
  Freeman's = Freeman's Auctioneers; Samuel T. Freeman; Samuel T. Freeman & Co.; Freeman's | Hindman
    / Philadelphia
  Rago = Rago Arts; Rago Auctions; Rago Arts and Auction Center; Rago/Wright / Lambertville
  Toomey & Co. = Toomey & Co. Auctioneers; John Toomey Gallery; Treadway Toomey / Oak Park
  John Moran = John Moran Auctioneers; Moran's / Los Angeles; Pasadena
  Stack's Bowers = Stack's Bowers Galleries; Stack's / New York; Hong Kong
  Fortuna = Fortuna Auction; Fortuna NYC / New York
  Guernsey's = Guernsey's Auctions / New York
  Grogan & Company = Grogan and Company; Grogan / Boston
  Michaan's = Michaan's Auctions / Alameda
  Abell = Abell Auction; A.N. Abell / Los Angeles
  Waddington's = Waddington's Auctioneers / Toronto
  Dupuis = Dupuis Fine Jewellery Auctioneers; Dupuis Auctions / Toronto
  Antiquorum = Antiquorum Genève; Antiquorum Auctioneers / Geneva; Hong Kong; Monaco; New York
  Habsburg Feldman = Habsburg; Habsburg, Feldman S.A. / Geneva
  Hampel = Hampel Fine Art Auctions; Hampel Auctions / Munich; München
  Lempertz = Kunsthaus Lempertz; Lempertz Auctions / Cologne; Köln; Brussels; Berlin
  Van Ham = Van Ham Kunstauktionen; Van Ham Fine Art Auctions / Cologne; Köln
  Nagel = Nagel Auktionen; Nagel Auctions / Stuttgart
  Henry's = Henry's Auktionshaus / Mutterstadt
  Bukowskis = / Stockholm; Helsinki
  Bruun Rasmussen = Bruun Rasmussen Auctioneers; Bruun Rasmussen Kunstauktioner / Copenhagen; København
  Stockholms Auktionsverk = Stockholm Auction House
  Uppsala Auktionskammare = Uppsala Auction House
  Il Ponte = Il Ponte Casa d'Aste; Il Ponte Auction House / Milan; Milano
  Pandolfini = Pandolfini Casa d'Aste / Florence; Firenze
  Cambi = Cambi Casa d'Aste / Genoa; Genova; Milan
  Wannenes = Wannenes Art Auctions / Genoa; Genova
  Finarte = Finarte Auctions / Milan; Rome
  Bolaffi = Aste Bolaffi; Bolaffi Auctions / Turin; Torino
  Ansorena = Ansorena Subastas / Madrid
  Durán = Durán Arte y Subastas; Duran Subastas / Madrid
  Saffronart = Saffron Art / Mumbai
  AstaGuru = Asta Guru; AstaGuru Auction House / Mumbai
  Pundole's = Pundoles Auctions / Mumbai
  Leonard Joel = Leonard Joel Auctions / Melbourne; Sydney
  Lawsons = Lawson-Menzies / Sydney
  Webb's = Webb's Auction House / Auckland
  Mainichi Auction = Mainichi; 毎日オークション / Tokyo
  Seoul Auction = 서울옥션 / Hong Kong
  K Auction = 케이옥션 / Seoul
  Holly International = Holly's International; Holly International Auctions; 華藝國際; 华艺国际 / Guangzhou; Hong Kong
  Xiling Yinshe = Xiling Yinshe Auction; Xiling; 西泠印社; 西泠拍卖 / Hangzhou
  Yongle = Yongle Auction; Beijing Yongle; 永樂拍賣; 永乐拍卖 / Beijing; Hong Kong
  Catawiki = Catawiki Auctions`).map(([name, synonyms, salerooms]) => house(name, synonyms, salerooms));

/** Auction houses by any of their names. */
export const auctionHouses = createVocabulary(houseTerms, {
  moreAfter: houseTerms.flatMap(({ name, variants = [] }) =>
    variants.map((one) => one.slice(name.length + 1)),
  ),
});

function house(name: string, synonyms: string, salerooms: string): Term {
  return { name, synonyms: listed(synonyms), variants: listed(salerooms).map((place) => `${name} ${place}`) };
}
