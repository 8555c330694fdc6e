import fc from 'fast-check';

/** What is true of a lot, whatever a file says of it. */
export interface Lot {
  gem: string;
  carat: number;
  price: number | null;
  estimate: [low: number, high: number];
  day: string;
}

/** The lots of every file, with prices of three to seven digits; the days of some are above 12. */
const lots: Lot[] = [
  { gem: 'Ruby', carat: 3.05, price: 12_500, estimate: [9_000, 12_000], day: '2019-05-14' },
  { gem: 'Emerald', carat: 1.42, price: null, estimate: [2_000, 3_000], day: '2019-05-14' },
  { gem: 'Sapphire', carat: 5.1, price: 850, estimate: [700, 900], day: '2019-06-02' },
  { gem: 'Opal', carat: 2.25, price: 1_240_000, estimate: [900_000, 1_400_000], day: '2019-06-02' },
  { gem: 'Topaz', carat: 8.4, price: 15_500, estimate: [15_000, 20_000], day: '2018-11-21' },
  { gem: 'Aquamarine', carat: 12.04, price: 6_200, estimate: [5_000, 7_000], day: '2018-11-21' },
];

interface Language {
  gems: string[];
  objects: ((gem: string) => string)[];
  months: string[];
  /** Of a day such as "14 May 2019". */
  long: (day: number, month: string, year: string) => string;
  columns: Record<Column, string[]>;
  certified: string;
  starting: string;
  featured: [name: string, value: string];
  sold: string;
  yesNo: [string, string];
  unsold: string[];
  decimal: '.' | ',';
  thousands: string[];
}

type Column =
  | 'lot'
  | 'title'
  | 'amount'
  | 'low'
  | 'high'
  | 'range'
  | 'date'
  | 'carat'
  | 'currency'
  | 'status';

const words = (text: string) => text.split(' ');
const names = (text: string) => text.split('; ');

const languages: Language[] = [
  {
    gems: words('ruby emerald sapphire opal topaz aquamarine'),
    objects: [(gem) => `A ring with ${gem}`, (gem) => `Brooch, ${gem}`, (gem) => `Pendant set with ${gem}`],
    months: words('January February March April May June July August September October November December'),
    long: (day, month, year) => `${day} ${month} ${year}`,
    columns: {
      lot: names('Lot; Lot No; Lot Number'),
      title: names('Title; Lot Title; Description'),
      amount: names('Hammer Price; Price Realised; Sold For'),
      low: names('Estimate Low; Low Estimate'),
      high: names('Estimate High; High Estimate'),
      range: names('Estimate'),
      date: names('Sale Date; Auction Date; Date'),
      carat: names('Carat; Weight (ct)'),
      currency: names('Currency'),
      status: names('Status; Outcome'),
    },
    certified: 'Certificate Date',
    starting: 'Starting Price',
    featured: ['Featured', 'no'],
    sold: 'Sold',
    yesNo: ['yes', 'no'],
    unsold: names('Unsold; Passed; Bought in'),
    decimal: '.',
    thousands: [',', ''],
  },
  {
    gems: words('rubis émeraude saphir opale topaze aigue-marine'),
    objects: [(gem) => `Bague ${gem}`, (gem) => `Broche, ${gem}`, (gem) => `Pendentif ${gem}`],
    months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    long: (day, month, year) => `${day} ${month} ${year}`,
    columns: {
      lot: names('Lot; N° de lot'),
      title: names('Désignation; Titre; Description'),
      amount: names('Prix adjugé; Adjudication; Prix au marteau'),
      low: names('Estimation basse'),
      high: names('Estimation haute'),
      range: names('Estimation'),
      date: names('Date de vente; Date de la vente; Date'),
      carat: names('Poids (ct); Carats'),
      currency: names('Devise; Monnaie'),
      status: names('Statut; Résultat'),
    },
    certified: 'Date du certificat',
    starting: 'Mise à prix',
    featured: ['En vedette', 'non'],
    sold: 'Vendu',
    yesNo: ['oui', 'non'],
    unsold: names('Invendu; Ravalé; Non vendu'),
    decimal: ',',
    thousands: [' ', '\u00a0', ''],
  },
  {
    gems: words('Rubin Smaragd Saphir Opal Topas Aquamarin'),
    objects: [(gem) => `Ring mit ${gem}`, (gem) => `Brosche, ${gem}`, (gem) => `Anhänger mit ${gem}`],
    months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    long: (day, month, year) => `${day}. ${month} ${year}`,
    columns: {
      lot: names('Los; Losnummer; Los-Nr.'),
      title: names('Titel; Bezeichnung; Beschreibung'),
      amount: names('Zuschlag; Zuschlagspreis; Erlös'),
      low: names('Schätzpreis von; Untere Schätzung'),
      high: names('Schätzpreis bis; Obere Schätzung'),
      range: names('Schätzpreis; Schätzung'),
      date: names('Auktionsdatum; Datum'),
      carat: names('Gewicht (ct); Karat'),
      currency: names('Währung'),
      status: names('Status; Ergebnis'),
    },
    certified: 'Zertifikatsdatum',
    starting: 'Startpreis',
    featured: ['Empfohlen', 'nein'],
    sold: 'Verkauft',
    yesNo: ['ja', 'nein'],
    unsold: names('Unverkauft; Nicht verkauft; Rückgang'),
    decimal: ',',
    thousands: ['.', "'", ''],
  },
  {
    gems: words('rubino smeraldo zaffiro opale topazio acquamarina'),
    objects: [(gem) => `Anello con ${gem}`, (gem) => `Spilla, ${gem}`, (gem) => `Pendente con ${gem}`],
    months: words(
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    ),
    long: (day, month, year) => `${day} ${month} ${year}`,
    columns: {
      lot: names('Lotto; Numero lotto'),
      title: names('Titolo; Descrizione'),
      amount: names('Aggiudicazione; Prezzo di aggiudicazione; Realizzo'),
      low: names('Stima minima; Stima bassa'),
      high: names('Stima massima; Stima alta'),
      range: names('Stima'),
      date: names("Data dell'asta; Data asta; Data"),
      carat: names('Peso (ct); Carati'),
      currency: names('Valuta; Moneta'),
      status: names('Stato; Esito'),
    },
    certified: 'Data del certificato',
    starting: 'Base d’asta',
    featured: ['In evidenza', 'no'],
    sold: 'Venduto',
    yesNo: ['sì', 'no'],
    unsold: names('Invenduto; Non venduto'),
    decimal: ',',
    thousands: ['.', ''],
  },
  {
    gems: words('rubí esmeralda zafiro ópalo topacio aguamarina'),
    objects: [(gem) => `Anillo con ${gem}`, (gem) => `Broche, ${gem}`, (gem) => `Colgante con ${gem}`],
    months: words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    long: (day, month, year) => `${day} de ${month} de ${year}`,
    columns: {
      lot: names('Lote; Número de lote'),
      title: names('Título; Descripción'),
      amount: names('Precio de remate; Precio de adjudicación; Remate'),
      low: names('Estimación mínima; Estimación baja'),
      high: names('Estimación máxima; Estimación alta'),
      range: names('Estimación'),
      date: names('Fecha; Fecha de la subasta'),
      carat: names('Quilates; Peso (ct)'),
      currency: names('Moneda; Divisa'),
      status: names('Estado; Resultado'),
    },
    certified: 'Fecha del certificado',
    starting: 'Precio de salida',
    featured: ['Destacado', 'no'],
    sold: 'Vendido',
    yesNo: ['sí', 'no'],
    unsold: names('No vendido'),
    decimal: ',',
    thousands: ['.', ''],
  },
];

/** Currencies with the signs that only they have. */
const signs: Record<string, string[]> = {
  ...{
    USD: ['US$', 'USD'],
    EUR: ['€', 'EUR'],
    GBP: ['£', 'GBP'],
    CHF: ['CHF'],
    HKD: ['HK$', 'HKD'],
    SEK: ['SEK'],
  },
};
/** Signs of several currencies, with the one that the file means. */
const sharedSigns: Record<string, string> = { SEK: 'kr', NOK: 'kr.', LKR: 'Rs.', CNY: '¥', HKD: '$' };

/** Where a file has its currency; the last three leave it to a person. */
const currencyPlaces = [
  'sign before',
  'sign after',
  'column',
  'header',
  'shared sign',
  'nowhere',
  'name',
] as const;
const dateKinds = [
  ...['ISO', 'long', 'dots', 'slashes', 'time'],
  ...['swappable', 'no year', 'serial', 'offset', 'ordinal', 'two digits'],
] as const;
const statusKinds = ['words', 'in the price', 'absent', 'yes or no', 'code'] as const;
const amountKinds = ['plain', 'cents', 'dash', 'million', 'sentence'] as const;
const estimateKinds = ['none', 'columns', 'range', 'single'] as const;
const weightKinds = ['none', 'carats', 'with unit', 'grams', 'points'] as const;
const noise = ['certified', 'starting', 'featured', 'url', 'json', 'empty', 'index'] as const;
const formats = ['csv', 'semicolon', 'tsv', 'json', 'ndjson'] as const;

/** How a file is written. @param isClean whether every choice is clear to whoever reads it */
export const shapes = (isClean: boolean) => {
  const first = <T>(values: readonly T[], count: number) =>
    fc.constantFrom(...values.slice(0, isClean ? count : values.length));
  return fc.record({
    language: fc.integer({ min: 0, max: languages.length - 1 }),
    format: fc.constantFrom(...formats),
    /** Chooses among names, signs and words. */
    variant: fc.nat(59),
    order: fc.array(fc.nat(1_000_000), { minLength: 20, maxLength: 20 }),
    currency: fc.constantFrom(...Object.keys(signs)),
    shared: fc.constantFrom(...Object.keys(sharedSigns)),
    currencyPlace: first(currencyPlaces, 4),
    date: first(dateKinds, 5),
    status: first(statusKinds, 4),
    amount: first(amountKinds, 2),
    estimate: first(estimateKinds, 3),
    weight: first(weightKinds, 3),
    noise: fc.uniqueArray(fc.constantFrom(...noise), { maxLength: 4 }),
    gemColumn: fc.boolean(),
  });
};

export type Shape = typeof shapes extends (isClean: boolean) => fc.Arbitrary<infer T> ? T : never;

/** A file of a shape, and what is true of each of its rows. */
export function fileOf(shape: Shape): { name: string; content: string; truth: Truth[] } {
  const language = languages[shape.language]!;
  const pick = <T>(values: readonly T[]): T => values[shape.variant % values.length]!;
  const currency =
    shape.currencyPlace === 'shared sign'
      ? shape.shared
      : shape.currencyPlace === 'nowhere'
        ? 'GBP'
        : shape.currency;
  const truth = lots.map((lot) => ({ ...lot, day: dayIn(lot.day, shape), currency }));
  const header = shape.currencyPlace === 'header' ? ` (${pick(signs[currency]!)})` : '';
  const money = (amount: number, isPrice: boolean) => moneyText(amount, currency, shape, language, isPrice);
  const columns: [name: string, value: (lot: Truth, place: number) => string][] = [
    [pick(language.columns.lot), (_, place) => String(place + 21)],
    [pick(language.columns.title), (lot, place) => titleOf(lot, place, language)],
    [
      `${pick(language.columns.amount)}${header}`,
      ({ price }) => (price === null ? unsoldPrice(shape, language) : money(price, true)),
    ],
    [pick(language.columns.date), ({ day }) => dateText(day, shape, language)],
  ];
  const { estimate, weight } = shape;
  if (estimate === 'columns') {
    columns.push([`${pick(language.columns.low)}${header}`, ({ estimate: [low] }) => money(low, false)]);
    columns.push([`${pick(language.columns.high)}${header}`, ({ estimate: [, high] }) => money(high, false)]);
  }
  if (estimate === 'range' || estimate === 'single') {
    columns.push([
      `${pick(language.columns.range)}${header}`,
      ({ estimate: [low, high] }) =>
        estimate === 'single'
          ? money(low, false)
          : `${money(low, false)} ${pick(['-', '–', '/'])} ${money(high, false)}`,
    ]);
  }
  if (weight !== 'none') {
    const name =
      weight === 'carats' || weight === 'with unit'
        ? pick(language.columns.carat)
        : pick(['Weight', 'Poids', 'Peso']);
    columns.push([name, ({ carat }) => weightText(carat, shape, language)]);
  }
  if (shape.currencyPlace === 'column')
    columns.push([pick(language.columns.currency), () => pick(signs[currency]!)]);
  // Dollars are those of the United States unless the place says otherwise.
  if (shape.currencyPlace === 'shared sign' && currency === 'HKD')
    columns.push(['Location', () => 'Hong Kong']);
  if (shape.currencyPlace === 'name')
    columns.push([pick(language.columns.currency), () => currencyNames[currency]!]);
  if (shape.status !== 'absent' && shape.status !== 'in the price') {
    columns.push([
      shape.status === 'yes or no' ? language.sold : pick(language.columns.status),
      ({ price }) => statusText(price !== null, shape, language),
    ]);
  }
  if (shape.gemColumn) columns.push([pick(['Gem', 'Gem Type', 'Gemstone']), ({ gem }) => gem]);
  columns.push(...shape.noise.map((kind) => noiseColumn(kind, language, money)));
  const sorted = columns.map((column, i) => ({ column, key: shape.order[i]! })).sort((a, b) => a.key - b.key);
  return {
    ...written(
      sorted.map(({ column }) => column),
      truth,
      shape,
    ),
    truth,
  };
}

export interface Truth extends Lot {
  currency: string;
}

function titleOf(lot: Lot, place: number, { gems, objects }: Language): string {
  return objects[place % objects.length]!(gems[lots.findIndex(({ gem }) => gem === lot.gem)]!);
}

/** A day whose number could be a month, where the shape needs one. */
function dayIn(day: string, { date }: Shape): string {
  return date === 'swappable' || date === 'two digits'
    ? day.replace(/\d\d$/, (text) => String((Number(text) % 9) + 2).padStart(2, '0'))
    : day;
}

function dateText(day: string, { date, language: place, variant }: Shape, language: Language): string {
  const [year = '', month = '', date2 = ''] = day.split('-');
  const name = language.months[Number(month) - 1]!;
  switch (date) {
    case 'ISO':
      return day;
    case 'long':
      return place === 0 && variant % 2 === 0
        ? `${name} ${Number(date2)}, ${year}`
        : language.long(Number(date2), name, year);
    case 'dots':
      return `${date2}.${month}.${year}`;
    case 'slashes':
    case 'swappable':
      return `${date2}/${month}/${year}`;
    case 'time':
      return `${day} 14:30:00`;
    case 'no year':
      return `${language.months[Number(month) - 1]!.slice(0, 3)} ${Number(date2)}`;
    case 'serial':
      return String(Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000));
    case 'offset':
      return `${day}T22:30:00-04:00`;
    case 'ordinal':
      return place === 0
        ? `${name} ${ordinal(Number(date2))}, ${year}`
        : language.long(Number(date2), name, year);
    case 'two digits':
      return `${date2}-${month}-${year.slice(2)}`;
  }
}

const ordinal = (day: number) =>
  `${day}${{ 1: 'st', 2: 'nd', 3: 'rd', 21: 'st', 22: 'nd', 23: 'rd' }[day] ?? 'th'}`;

function moneyText(
  amount: number,
  currency: string,
  shape: Shape,
  language: Language,
  isPrice: boolean,
): string {
  const { currencyPlace: place, variant } = shape;
  const before = place === 'sign before' || (place === 'shared sign' && variant % 2 === 0);
  const after = place === 'sign after' || (place === 'shared sign' && variant % 2 === 1);
  const own = signs[currency] ?? [currency];
  const sign = place === 'shared sign' ? sharedSigns[currency]! : own[variant % own.length]!;
  const text = numberText(amount, shape, language, isPrice);
  const whole = before ? `${sign} ${text}` : after ? `${text} ${sign}` : text;
  return isPrice && shape.amount === 'sentence' ? `${language.sold} ${whole}` : whole;
}

function numberText(
  amount: number,
  { amount: kind, variant }: Shape,
  { thousands, decimal }: Language,
  isPrice: boolean,
): string {
  if (kind === 'million' && amount >= 1_000_000)
    return `${String(amount / 1_000_000).replace('.', decimal)} million`;
  const separator = thousands[variant % thousands.length]!;
  const grouped = String(amount).replace(/\B(?=(\d{3})+$)/g, separator);
  if (kind === 'cents' && isPrice) return `${grouped}${decimal}00`;
  return kind === 'dash' && isPrice ? `${grouped}${decimal}-` : grouped;
}

const currencyNames: Record<string, string> = {
  ...{
    USD: 'US dollars',
    EUR: 'euros',
    GBP: 'pounds sterling',
    CHF: 'Swiss francs',
    HKD: 'Hong Kong dollars',
  },
  SEK: 'Swedish kronor',
};

function unsoldPrice({ status, variant }: Shape, { unsold }: Language): string {
  return status === 'in the price' ? unsold[variant % unsold.length]! : '';
}

function statusText(isSold: boolean, { status, variant }: Shape, { sold, unsold, yesNo }: Language): string {
  if (status === 'yes or no') return (variant % 2 === 0 ? yesNo : ['true', 'false'])[isSold ? 0 : 1]!;
  if (status === 'code') return isSold ? 'S' : 'BI';
  return isSold ? sold : unsold[variant % unsold.length]!;
}

function weightText(carat: number, { weight }: Shape, { decimal }: Language): string {
  const text = (value: number, digits: number) => value.toFixed(digits).replace('.', decimal);
  if (weight === 'grams') return `${text(carat / 5, 3)} g`;
  if (weight === 'points') return `${Math.round(carat * 100)} points`;
  return weight === 'with unit' ? `${text(carat, 2)} ct` : text(carat, 2);
}

function noiseColumn(
  kind: (typeof noise)[number],
  language: Language,
  money: (amount: number, isPrice: boolean) => string,
): [string, (lot: Lot, place: number) => string] {
  switch (kind) {
    case 'certified':
      return [language.certified, (_, place) => `2017-03-0${place + 1}`];
    case 'starting':
      return [language.starting, ({ estimate: [low] }) => money(low / 2, false)];
    case 'featured':
      return [language.featured[0], () => language.featured[1]];
    case 'url':
      return ['Sale URL', () => 'https://house.example/sales/77'];
    case 'json':
      return ['Images', (_, place) => JSON.stringify([{ src: `/i/${place}.jpg`, width: 800 }])];
    case 'empty':
      return ['Notes', () => ''];
    case 'index':
      return ['', (_, place) => String(place)];
  }
}

/** A cell as JSON has it: a number where the text means the same one. */
function jsonValue(text: string, { language }: Shape): string | number | null {
  const isNumber = /^\d+$/.test(text) || (language === 0 && /^\d+\.\d+$/.test(text));
  return isNumber ? Number(text) : text || null;
}

function written(
  columns: [name: string, value: (lot: Truth, place: number) => string][],
  truth: Truth[],
  shape: Shape,
) {
  const { format } = shape;
  const rows = truth.map((lot, place) => columns.map(([, value]) => value(lot, place)));
  if (format === 'json' || format === 'ndjson') {
    const objects = rows.map((row) =>
      Object.fromEntries(columns.map(([name], i) => [name || 'index', jsonValue(row[i]!, shape)])),
    );
    return format === 'json'
      ? { name: 'lots.json', content: JSON.stringify(objects, null, 2) }
      : { name: 'lots.ndjson', content: objects.map((one) => JSON.stringify(one)).join('\n') };
  }
  const delimiter = { csv: ',', semicolon: ';', tsv: '\t' }[format];
  const cell = (text: string) =>
    /["\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [columns.map(([name]) => name), ...rows].map((row) => row.map(cell).join(delimiter));
  return { name: format === 'tsv' ? 'lots.tsv' : 'lots.csv', content: `${lines.join('\n')}\n` };
}
