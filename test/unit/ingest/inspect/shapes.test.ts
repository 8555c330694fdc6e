import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Answers, importAnswered, inOneLine, withFile } from './import-answered.ts';

const names = [
  'lot',
  'title',
  'gem',
  'carat',
  'weight',
  'price',
  'hammer',
  'asking',
  'per carat',
  'sale date',
  'date',
  'status',
  'currency',
] as const;
const meanings = ['sold', 'unsold', 'offered'] as const;

/** The names of columns and the words of a status, in the order of `names` and `meanings`. */
const languages: Record<string, string> = {
  English:
    'Lot; Title; Gem; Carat; Weight; Price; Hammer price; Asking price; Price per carat; Sale date; Date; Status; Currency; sold; passed; for sale',
  French:
    'N° de lot; Désignation; Pierre; Poids (ct); Poids; Prix; Prix marteau; Prix demandé; Prix au carat; Date de vente; Date; Statut; Devise; vendu; invendu; à vendre',
  German:
    'Losnummer; Bezeichnung; Edelstein; Gewicht (ct); Gewicht; Preis; Zuschlag; Angebotspreis; Preis pro Karat; Auktionsdatum; Datum; Status; Währung; verkauft; nicht verkauft; zu verkaufen',
  Italian:
    "Lotto; Titolo; Gemma; Carati; Peso; Prezzo; Aggiudicazione; Prezzo richiesto; Prezzo al carato; Data dell'asta; Data; Esito; Valuta; venduto; invenduto; in vendita",
  Spanish:
    'Lote; Título; Gema; Quilates; Peso; Precio; Precio de remate; Precio de lista; Precio por quilate; Fecha de la subasta; Fecha; Resultado; Moneda; vendido; no vendido; disponible',
  Portuguese:
    'Lote; Título; Gema; Quilates; Peso; Preço; Preço de martelo; Preço pedido; Preço por quilate; Data do leilão; Data; Resultado; Moeda; vendido; não vendido; à venda',
  Dutch:
    'Kavel; Omschrijving; Edelsteen; Karaat; Gewicht; Prijs; Hamerprijs; Vraagprijs; Prijs per karaat; Veilingdatum; Datum; Resultaat; Valuta; verkocht; niet verkocht; te koop',
  Polish:
    'Numer lotu; Nazwa; Kamień; Masa ct; Masa; Cena; Cena młotkowa; Cena ofertowa; Cena za karat; Data aukcji; Data; Wynik; Waluta; sprzedany; niesprzedany; na sprzedaż',
  Swedish:
    'Utrop; Benämning; Sten; Vikt ct; Vikt; Pris; Klubbslag; Begärt pris; Pris per karat; Auktionsdatum; Datum; Utfall; Valuta; såld; inte såld; till salu',
  Chinese:
    '拍品号; 名称; 宝石; 克拉; 重量; 价格; 落槌价; 标价; 每克拉价格; 拍卖日期; 日期; 状态; 币种; 成交; 流拍; 在售',
};

const gems = ['Ruby', 'Emerald', 'Sapphire', 'Spinel'];
const currencies = {
  USD: ['US$', 'US Dollar'],
  EUR: ['€', 'Euro'],
  GBP: ['£', 'British Pound'],
  CHF: ['CHF', 'Swiss Franc'],
} as const;
const dates = {
  iso: ([y, m, d]: string[]) => `${y}-${m}-${d}`,
  dots: ([y, m, d]: string[]) => `${d}.${m}.${y}`,
  'day/month': ([y, m, d]: string[]) => `${d}/${m}/${y}`,
  'month/day': ([y, m, d]: string[]) => `${m}/${d}/${y}`,
};
const amounts = {
  plain: (value: number) => String(value),
  english: (value: number) => value.toLocaleString('en-US'),
  german: (value: number) => value.toLocaleString('de-DE'),
};

const lots = fc.array(
  fc.record({
    gem: fc.constantFrom(...gems),
    carat: fc.integer({ min: 30, max: 2_500 }).map((n) => n / 100),
    price: fc.integer({ min: 50, max: 400_000 }),
    // Days that may be months too, so that some files do not show the order.
    day: fc.tuple(
      fc.integer({ min: 2001, max: 2025 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
    ),
    status: fc.nat(2),
  }),
  { minLength: 3, maxLength: 8 },
);
const shapes = fc.record({
  lots,
  language: fc.constantFrom(...Object.keys(languages)),
  order: fc.array(fc.nat(1_000), { minLength: 8, maxLength: 8 }),
  currency: fc.constantFrom(...(Object.keys(currencies) as (keyof typeof currencies)[])),
  place: fc.constantFrom('sign', 'column', 'header', 'nowhere'),
  price: fc.constantFrom('price', 'hammer', 'asking', 'per carat'),
  /** Whether a bare or an asking price is one per carat. */
  isPerCarat: fc.boolean(),
  carat: fc.constantFrom('carat', 'weight'),
  date: fc.constantFrom('sale date', 'date'),
  written: fc.constantFrom(...(Object.keys(dates) as (keyof typeof dates)[])),
  amount: fc.constantFrom(...(Object.keys(amounts) as (keyof typeof amounts)[])),
  /** Whether a column says what became of the lots; without one all were sold, or all are offered. */
  status: fc.constantFrom('column', 'all sold', 'all offered'),
});

it('a file of any shape is read rightly by whoever answers the questions truly', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async (shape) => {
      const { content, truth, answers } = fileOf(shape);
      const { asked, lines } = await withFile('lots.csv', content, (path) => importAnswered(path, answers));
      // Of a price that is not a hammer price the basis is not known.
      const read = lines.map(({ record, code }) =>
        record ? inOneLine(record).replace(/(?<=\d) unknown/, '') : code,
      );
      expect(read, `${asked}\n${content}`).toEqual(truth);
      expect(new Set(lines.map(({ record }) => record?.id)).size).toBe(lines.length);
    }),
  );
});

type Shape = typeof shapes extends fc.Arbitrary<infer T> ? T : never;

/** A file of a shape, what is true of its lots, and the answers of a person who knows it. */
function fileOf(shape: Shape) {
  const words = languages[shape.language]!.split('; ');
  const word = (name: (typeof names)[number] | (typeof meanings)[number]) =>
    words[[...names, ...meanings].indexOf(name)]!;
  const isAuction = shape.price === 'hammer';
  const isOffered = shape.price === 'asking' || (shape.status === 'all offered' && !isAuction);
  const statusOf = (status: number) =>
    isOffered ? 'offered' : shape.status !== 'column' ? 'sold' : meanings[isAuction ? status % 2 : status]!;
  const perCarat = shape.price === 'per carat' || (shape.isPerCarat && shape.price !== 'hammer');
  const { currency } = shape;
  const [sign, currencyName] = currencies[currency];
  const columns: [string, (lot: Shape['lots'][number], i: number) => string][] = [
    [word('lot'), (_, i) => String(101 + i)],
    [word('title'), ({ gem }) => `${gem} ring`],
    [word('gem'), ({ gem }) => gem],
    [word(shape.carat as 'carat'), ({ carat }) => String(carat)],
    [
      `${word(shape.price as 'price')}${shape.place === 'header' ? ` (${currency})` : ''}`,
      ({ price }) => `${shape.place === 'sign' ? `${sign} ` : ''}${amounts[shape.amount](price)}`,
    ],
    [
      word(shape.date as 'date'),
      ({ day }) => dates[shape.written](day.map((part) => String(part).padStart(2, '0'))),
    ],
    ...(shape.status === 'column'
      ? [[word('status'), ({ status }) => word(statusOf(status))] as (typeof columns)[number]]
      : []),
    ...(shape.place === 'column' ? [[word('currency'), () => currency] as (typeof columns)[number]] : []),
  ];
  const ordered = columns
    .map((column, i) => ({ column, rank: shape.order[i]! }))
    .sort((a, b) => a.rank - b.rank);
  const rows = [
    ordered.map(({ column: [name] }) => name),
    ...shape.lots.map((lot, i) => ordered.map(({ column: [, cell] }) => cell(lot, i))),
  ];
  const truth = shape.lots.map(({ gem, carat, price, day, status }) => {
    const amount = perCarat ? Math.round(price * carat * 100) / 100 : price;
    return `${gem} ${carat} | ${currency} ${amount}${isAuction ? ' hammer' : ''} | ${{ sold: 'sold', unsold: 'unsold', offered: 'listing' }[statusOf(status)]} | ${day.map((part) => String(part).padStart(2, '0')).join('-')}`;
  });
  const answers: Answers = {
    currency: currencyName,
    basis: 'not known',
    weight: 'in carats',
    date: new RegExp(
      `"${word(shape.date as 'date')}"(?!,)|the ${shape.written === 'month/day' ? 'month' : 'day'} is first`,
    ),
    price: perCarat
      ? isOffered
        ? /(?:: |offers, at this price )per carat$/
        : /(?:: |sold, at this price )per carat$/
      : isOffered
        ? /for the stone$/
        : /sold, hammer$|not known whether|for the stone or lot$/,
  };
  return { content: rows.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n'), truth, answers };
}
