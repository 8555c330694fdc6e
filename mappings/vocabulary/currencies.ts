/** Signs and names with the currencies that they may mean, the likeliest first. A plural "s" makes no difference. */
const spellings: Record<string, string> = {
  '$; dollar; dollari': 'USD HKD AUD CAD SGD NZD MXN TWD',
  'US$; U$; US dollar; American dollar; US-Dollar; dollars américains; dollari USA; 美元': 'USD',
  '€; euro; 欧元': 'EUR',
  '£; pound; pound sterling; British pound; sterling; Pfund; livre; livres sterling; sterlina; sterline':
    'GBP',
  'F; Fr; franc; franco; franchi': 'CHF FRF',
  'SFr; CHFr; Swiss franc; franc suisse; francs suisses; Franken; Schweizer Franken; franchi svizzeri': 'CHF',
  'FF; French franc; francs français': 'FRF',
  'HK$; HK dollar; Hong Kong dollar; Hongkong-Dollar; dollars de Hong Kong; 港币; 港元; 港幣': 'HKD',
  'A$; AU$; Australian dollar; dollars australiens': 'AUD',
  'C$; CA$; Canadian dollar; dollars canadiens': 'CAD',
  'S$; SG$; Singapore dollar': 'SGD',
  'NZ$; New Zealand dollar': 'NZD',
  'NT$; Taiwan dollar; New Taiwan dollar': 'TWD',
  '¥; ¥': 'JPY CNY',
  '円; yen; Japanese yen; JP¥; 日元': 'JPY',
  '元; yuan; Chinese yuan; RMB; renminbi; CN¥; 人民币; 人民幣': 'CNY',
  '₩': 'KRW',
  'Rs; ₨; rupee; roupie; Rupien; rupie': 'INR LKR PKR NPR',
  '₹; Indian rupee': 'INR',
  'SLRs; Sri Lankan rupee': 'LKR',
  '฿; baht; Thai baht': 'THB',
  'kr; krona; kronor; krone; kroner; Kronen; couronne; corone': 'SEK NOK DKK',
  'SKr; Swedish krona; Swedish kronor': 'SEK',
  'NKr; Norwegian krone; Norwegian kroner': 'NOK',
  'DKr; Danish krone; Danish kroner': 'DKK',
  'R; rand; South African rand': 'ZAR',
  'R$; real; reais': 'BRL',
  MX$: 'MXN',
  RM: 'MYR',
  Rp: 'IDR',
  '₱': 'PHP',
  '₫': 'VND',
  '₽': 'RUB',
  'zł; złoty; złotych': 'PLN',
  Kč: 'CZK',
  '₺; TL': 'TRY',
  '₪; NIS': 'ILS',
  'Ft; forint': 'HUF',
  'Dh; dirham': 'AED',
  'DM; Deutsche Mark': 'DEM',
  '₤; Lit; lira; lire; lire italiane': 'ITL',
};

/** The form in which words and signs of a price are compared: "U.S. $" is "US$", "Francs" is "franc". */
export function priceKey(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
  return plain
    .toLowerCase()
    .replace(/[\s.'’]+/g, '')
    .replace(/(?<=\p{L}{4})s$/u, '');
}

/** ISO 4217 codes, also of currencies that the euro replaced. */
export const currencyCodes: readonly string[] = [
  ...Intl.supportedValuesOf('currency'),
  ...['ATS', 'BEF', 'DEM', 'FRF', 'ITL', 'NLG'],
];

/** The currencies that a sign, a name or a code may mean, the likeliest first, by its key. */
export const currenciesByKey: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...currencyCodes.map((code): [string, string[]] => [priceKey(code), [code]]),
  ...Object.entries(spellings).flatMap(([listed, currencies]) =>
    listed.split('; ').map((spelling): [string, string[]] => [priceKey(spelling), currencies.split(' ')]),
  ),
]);

/** The codes of the currencies that have a sign here: those that a file may be expected to have. */
export const usualCurrencies: ReadonlySet<string> = new Set(
  Object.values(spellings).flatMap((list) => list.split(' ')),
);

/**
 * The towns of sales, by the currency in which they sell, each with its other names. No premium schedule covers those of
 * `none`, because rates there include taxes.
 */
const towns: Record<string, string> = {
  USD: 'New York; Dallas; Los Angeles; Beverly Hills; San Francisco; Dubai',
  GBP: 'London, Londres, Londra; Knightsbridge; Edinburgh',
  HKD: 'Hong Kong, Hongkong, 香港',
  SGD: 'Singapore',
  CHF: 'Geneva, Genève, Genf, Ginevra; Zurich, Zürich, Zurigo; St. Moritz, St Moritz',
  EUR: 'Paris, Parigi; Monaco',
  CNY: 'Shanghai, 上海; Beijing, 北京',
  none: 'Amsterdam; Milan, Milano, Mailand',
};

/** The towns of sales, with their names and the currency of sales there. */
export const saleTowns: readonly { name: string; spellings: readonly string[]; currency: string }[] =
  Object.entries(towns).flatMap(([currency, list]) =>
    list.split('; ').map((town) => {
      const spellings = town.split(', ');
      return { name: spellings[0]!, spellings, currency };
    }),
  );
