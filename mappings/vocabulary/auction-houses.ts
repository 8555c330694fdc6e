import { createVocabulary, listed, type Term } from './vocabulary.ts';

/** An auction house; `synonyms` are its other names, `variants` its names with its salerooms. */
export type AuctionHouse = Term;

const houseTerms: readonly AuctionHouse[] = [
  house(
    "Christie's",
    `
    Christie's International; Christie, Manson & Woods; Christie Manson & Woods Ltd; Christie's Inc.;
    Christie's (International) S.A.; 佳士得; 佳士得香港; クリスティーズ; Кристис`,
    `
    Geneva; New York; London; Hong Kong; Paris; Dubai; Shanghai; South Kensington; King Street; Online;
    Amsterdam; Milan; Rome; Zurich; St. Moritz`,
  ),
  house(
    "Sotheby's",
    `
    Sotheby's International; Sotheby & Co.; Sotheby Parke Bernet; Parke-Bernet; Parke-Bernet Galleries;
    Sotheby's Diamonds; 蘇富比; 苏富比; サザビーズ; Сотбис`,
    `
    Geneva; New York; London; Hong Kong; Paris; Milan; Zurich; St. Moritz; Amsterdam; Dubai; Riyadh;
    Abu Dhabi; Cologne; Online`,
  ),
  house(
    'Bonhams',
    ` Bonhams & Butterfields; Bonhams 1793; Bonhams Skinner; Bonhams Cornette de Saint Cyr;
    Butterfields; Butterfield & Butterfield; 邦瀚斯; 邦瀚斯拍賣; ボナムズ`,
    `
    London; New York; Hong Kong; Los Angeles; New Bond Street; Knightsbridge; Paris; Edinburgh;
    San Francisco; Sydney; Oxford`,
  ),
  house(
    'Phillips',
    ` Phillips de Pury; Phillips de Pury & Company; Phillips de Pury & Luxembourg;
    Phillips Auctioneers; Phillips Son & Neale; 富藝斯; 富艺斯`,
    'Geneva; New York; London; Hong Kong',
  ),
  house(
    'Poly Auction',
    `
    Poly Auctions; Poly International Auction; Beijing Poly; Beijing Poly International Auction;
    Poly Auction (Hong Kong) Limited; 保利拍賣; 保利拍卖; 保利; 北京保利; 保利香港; 香港保利`,
    'Hong Kong; Beijing; Macau; Xiamen',
  ),
  house(
    'Heritage Auctions',
    'Heritage; Heritage Auction Galleries; HA.com; Heritage Galleries; 海瑞得; 海瑞德',
    'Dallas; New York; Beverly Hills; Hong Kong',
  ),
  house(
    'China Guardian',
    `
    Guardian; China Guardian Auctions; China Guardian (HK) Auctions Co., Ltd.;
    China Guardian (Hong Kong) Auctions Co., Ltd.; China Guardian Auctions Co., Ltd.; 中國嘉德; 中国嘉德; 嘉德;
    中國嘉德(香港)`,
    'Hong Kong; Beijing',
  ),
  house(
    'Tiancheng International',
    `
    Tiancheng; Tian Cheng International; Tiancheng International Auctioneer;
    Tiancheng International Auctioneer Limited; 天成國際; 天成国际; 天成國際拍賣`,
    'Hong Kong',
  ),
  house('Dorotheum', 'Palais Dorotheum; Dorotheum GmbH', 'Vienna; Wien; Salzburg; Graz'),
  house(
    'Koller',
    `
    Koller Auctions; Koller Auktionen; Galerie Koller; Koller International Auctions`,
    'Zurich; Zürich; Geneva; Genève',
  ),
  house(
    'Artcurial',
    'Artcurial Briest Poulain F. Tajan; Artcurial - Briest - Poulain; Artcurial SAS',
    'Paris; Monaco; Monte-Carlo',
  ),
  house('Tajan', 'Étude Tajan; Tajan SA', 'Paris; Monaco'),
  house(
    'Drouot',
    `
    Hôtel Drouot; Drouot-Richelieu; Drouot Montaigne; Drouot Estimations; Nouveau Drouot`,
    'Paris',
  ),
  house('Aguttes', 'Claude Aguttes; Maison Aguttes; SVV Aguttes', 'Paris; Neuilly; Lyon'),
  house(
    'Piguet',
    `
    Piguet Hôtel des Ventes; Hôtel des Ventes Piguet; Piguet Auctions; Hôtel des Ventes Genève`,
    'Geneva; Genève',
  ),
  house('Genève Enchères', 'Geneva Auctions; Geneve Encheres SA'),
  house('Millon', 'Millon & Associés; Millon et Associés; Millon Maison de Ventes', 'Paris; Brussels'),
  house('Osenat', 'Maison Osenat', 'Paris; Fontainebleau'),
  house('Ader', 'Ader Nordmann; Ader Nordmann & Dominique; Ader Picard Tajan; Étude Ader', 'Paris'),
  house('Pierre Bergé & Associés', 'Pierre Bergé; Pierre Berge and Associates; PBA', 'Paris; Brussels'),
  house('Gros & Delettrez', 'Gros et Delettrez', 'Paris'),
  house('Beaussant Lefèvre', 'Beaussant-Lefèvre & Associés', 'Paris'),
  house('HVMC', 'Hôtel des Ventes de Monte-Carlo; Monte-Carlo Auction House', 'Monaco; Monte-Carlo'),
  house('Lyon & Turnbull', 'Lyon and Turnbull; L&T', 'Edinburgh; London; Glasgow'),
  house(
    'Dreweatts',
    'Dreweatt Neate; Dreweatts 1759; Dreweatts & Bloomsbury; Bloomsbury Auctions',
    'Newbury; London; Donnington Priory',
  ),
  house('Woolley & Wallis', 'Woolley and Wallis; Woolley & Wallis Salisbury Salerooms; W&W', 'Salisbury'),
  house('Fellows', 'Fellows Auctioneers; Fellows & Sons', 'Birmingham; London'),
  house('Roseberys', ' Roseberys London', 'London'),
  house('Chiswick Auctions', 'Chiswick', 'London'),
  house("Elmwood's", 'Elmwoods Auctions', 'London'),
  house('Noonans', 'Noonans Mayfair; Dix Noonan Webb; DNW', 'London'),
  house('Spink', 'Spink & Son', 'London; Hong Kong; New York'),
  house('Tennants', 'Tennants Auctioneers', 'Leyburn'),
  house('Sworders', 'Sworders Fine Art Auctioneers; G. E. Sworder', 'Stansted Mountfitchet'),
  house('Cheffins', 'Cheffins Fine Art', 'Cambridge'),
  house('Mallams', 'Mallams Auctioneers', 'Oxford; Cheltenham'),
  house('Hansons', 'Hansons Auctioneers', 'London; Derby'),
  house("Adam's", "James Adam & Sons; Adam's Dublin; Adam's Auctioneers", 'St. Stephen’s Green'),
  house("O'Reilly's", "O'Reillys Auction Rooms", 'Dublin'),
  house(
    'Doyle',
    'Doyle New York; William Doyle Galleries; Doyle Auctions; Doyle Auctioneers',
    'Beverly Hills; Chicago',
  ),
  house('Skinner', 'Skinner Inc.; Skinner Auctioneers; Skinner Auctions', 'Boston; Marlborough'),
  house('Hindman', 'Leslie Hindman; Leslie Hindman Auctioneers; Hindman Auctions', 'Chicago; Palm Beach'),
  house(
    "Freeman's",
    `
    Freeman's Auctioneers; Samuel T. Freeman; Samuel T. Freeman & Co.; Freeman's | Hindman`,
    'Philadelphia',
  ),
  house('Rago', 'Rago Arts; Rago Auctions; Rago Arts and Auction Center; Rago/Wright', 'Lambertville'),
  house('Toomey & Co.', 'Toomey & Co. Auctioneers; John Toomey Gallery; Treadway Toomey', 'Oak Park'),
  house('John Moran', "John Moran Auctioneers; Moran's", 'Los Angeles; Pasadena'),
  house("Stack's Bowers", "Stack's Bowers Galleries; Stack's", 'New York; Hong Kong'),
  house('Fortuna', 'Fortuna Auction; Fortuna NYC', 'New York'),
  house("Guernsey's", "Guernsey's Auctions", 'New York'),
  house('Grogan & Company', 'Grogan and Company; Grogan', 'Boston'),
  house("Michaan's", "Michaan's Auctions", 'Alameda'),
  house('Abell', 'Abell Auction; A.N. Abell', 'Los Angeles'),
  house("Waddington's", "Waddington's Auctioneers", 'Toronto'),
  house('Dupuis', 'Dupuis Fine Jewellery Auctioneers; Dupuis Auctions', 'Toronto'),
  house('Antiquorum', 'Antiquorum Genève; Antiquorum Auctioneers', 'Geneva; Hong Kong; Monaco; New York'),
  house('Habsburg Feldman', 'Habsburg; Habsburg, Feldman S.A.', 'Geneva'),
  house('Hampel', 'Hampel Fine Art Auctions; Hampel Auctions', 'Munich; München'),
  house('Lempertz', 'Kunsthaus Lempertz; Lempertz Auctions', 'Cologne; Köln; Brussels; Berlin'),
  house('Van Ham', 'Van Ham Kunstauktionen; Van Ham Fine Art Auctions', 'Cologne; Köln'),
  house('Nagel', 'Nagel Auktionen; Nagel Auctions', 'Stuttgart'),
  house("Henry's", "Henry's Auktionshaus", 'Mutterstadt'),
  house('Bukowskis', '', 'Stockholm; Helsinki'),
  house(
    'Bruun Rasmussen',
    'Bruun Rasmussen Auctioneers; Bruun Rasmussen Kunstauktioner',
    'Copenhagen; København',
  ),
  house('Stockholms Auktionsverk', 'Stockholm Auction House'),
  house('Uppsala Auktionskammare', 'Uppsala Auction House'),
  house('Il Ponte', "Il Ponte Casa d'Aste; Il Ponte Auction House", 'Milan; Milano'),
  house('Pandolfini', "Pandolfini Casa d'Aste", 'Florence; Firenze'),
  house('Cambi', "Cambi Casa d'Aste", 'Genoa; Genova; Milan'),
  house('Wannenes', 'Wannenes Art Auctions', 'Genoa; Genova'),
  house('Finarte', 'Finarte Auctions', 'Milan; Rome'),
  house('Bolaffi', 'Aste Bolaffi; Bolaffi Auctions', 'Turin; Torino'),
  house('Ansorena', 'Ansorena Subastas', 'Madrid'),
  house('Durán', 'Durán Arte y Subastas; Duran Subastas', 'Madrid'),
  house('Saffronart', 'Saffron Art', 'Mumbai'),
  house('AstaGuru', 'Asta Guru; AstaGuru Auction House', 'Mumbai'),
  house("Pundole's", 'Pundoles Auctions', 'Mumbai'),
  house('Leonard Joel', 'Leonard Joel Auctions', 'Melbourne; Sydney'),
  house('Lawsons', ' Lawson-Menzies', 'Sydney'),
  house("Webb's", "Webb's Auction House", 'Auckland'),
  house('Mainichi Auction', 'Mainichi; 毎日オークション', 'Tokyo'),
  house('Seoul Auction', '서울옥션', 'Hong Kong'),
  house('K Auction', '케이옥션', 'Seoul'),
  house(
    'Holly International',
    "Holly's International; Holly International Auctions; 華藝國際; 华艺国际",
    'Guangzhou; Hong Kong',
  ),
  house('Xiling Yinshe', 'Xiling Yinshe Auction; Xiling; 西泠印社; 西泠拍卖', 'Hangzhou'),
  house('Yongle', 'Yongle Auction; Beijing Yongle; 永樂拍賣; 永乐拍卖', 'Beijing; Hong Kong'),
  house('Catawiki', 'Catawiki Auctions'),
];

/** Auction houses by any of their names. */
export const auctionHouses = createVocabulary(houseTerms, {
  moreAfter: houseTerms.flatMap(({ name, variants = [] }) =>
    variants.map((one) => one.slice(name.length + 1)),
  ),
});

function house(name: string, synonyms: string, salerooms = ''): AuctionHouse {
  return { name, synonyms: listed(synonyms), variants: listed(salerooms).map((place) => `${name} ${place}`) };
}
