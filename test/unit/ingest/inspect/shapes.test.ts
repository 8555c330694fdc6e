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
  'house',
] as const;
const meanings = ['sold', 'unsold', 'offered'] as const;

/** The names of columns and the words of a status, in the order of `names` and `meanings`. */
const languages: Record<string, string> = {
  English:
    'Lot; Title; Gem; Carat; Weight; Price; Hammer price; Asking price; Price per carat; Sale date; Date; Status; Currency; Auction house; sold; passed; for sale',
  French:
    'N° de lot; Désignation; Pierre; Poids (ct); Poids; Prix; Prix marteau; Prix demandé; Prix au carat; Date de vente; Date; Statut; Devise; Maison de vente; vendu; invendu; à vendre',
  German:
    'Losnummer; Bezeichnung; Edelstein; Gewicht (ct); Gewicht; Preis; Zuschlag; Angebotspreis; Preis pro Karat; Auktionsdatum; Datum; Status; Währung; Auktionshaus; verkauft; nicht verkauft; zu verkaufen',
  Italian:
    "Lotto; Titolo; Gemma; Carati; Peso; Prezzo; Aggiudicazione; Prezzo richiesto; Prezzo al carato; Data dell'asta; Data; Esito; Valuta; Casa d'asta; venduto; invenduto; in vendita",
  Spanish:
    'Lote; Título; Gema; Quilates; Peso; Precio; Precio de remate; Precio de lista; Precio por quilate; Fecha de la subasta; Fecha; Resultado; Moneda; Casa de subastas; vendido; no vendido; disponible',
  Portuguese:
    'Lote; Título; Gema; Quilates; Peso; Preço; Preço de martelo; Preço pedido; Preço por quilate; Data do leilão; Data; Resultado; Moeda; Casa de leilões; vendido; não vendido; à venda',
  Dutch:
    'Kavel; Omschrijving; Edelsteen; Karaat; Gewicht; Prijs; Hamerprijs; Vraagprijs; Prijs per karaat; Veilingdatum; Datum; Resultaat; Valuta; Veilinghuis; verkocht; niet verkocht; te koop',
  Polish:
    'Numer lotu; Nazwa; Kamień; Masa ct; Masa; Cena; Cena młotkowa; Cena ofertowa; Cena za karat; Data aukcji; Data; Wynik; Waluta; Dom aukcyjny; sprzedany; niesprzedany; na sprzedaż',
  Swedish:
    'Utrop; Benämning; Sten; Vikt ct; Vikt; Pris; Klubbslag; Begärt pris; Pris per karat; Auktionsdatum; Datum; Utfall; Valuta; Auktionshus; såld; inte såld; till salu',
  Chinese:
    '拍品号; 名称; 宝石; 克拉; 重量; 价格; 落槌价; 标价; 每克拉价格; 拍卖日期; 日期; 状态; 币种; 拍卖行; 成交; 流拍; 在售',
};

/** Titles that name the gems, in their order. */
const titles: Record<string, string> = {
  English: 'Ring with a ruby; Ring with an emerald; Ring with a sapphire; Ring with a spinel',
  French: 'Bague avec rubis; Bague avec émeraude; Bague avec saphir; Bague avec spinelle',
  German: 'Ring mit Rubin; Ring mit Smaragd; Ring mit Saphir; Ring mit Spinell',
  Italian: 'Anello con rubino; Anello con smeraldo; Anello con zaffiro; Anello con spinello',
  Spanish: 'Anillo con rubí; Anillo con esmeralda; Anillo con zafiro; Anillo con espinela',
  Portuguese: 'Anel com rubi; Anel com esmeralda; Anel com safira; Anel com espinela',
  Dutch: 'Ring met robijn; Ring met smaragd; Ring met saffier; Ring met spinel',
  Polish: 'Pierścionek, rubin; Pierścionek, szmaragd; Pierścionek, szafir; Pierścionek, spinel',
  Swedish: 'Ring med rubin; Ring med smaragd; Ring med safir; Ring med spinell',
  Chinese: '红宝石戒指; 祖母绿戒指; 蓝宝石戒指; 尖晶石戒指',
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
  order: fc.array(fc.nat(1_000), { minLength: 9, maxLength: 9 }),
  currency: fc.constantFrom(...(Object.keys(currencies) as (keyof typeof currencies)[])),
  place: fc.constantFrom('sign', 'column', 'header', 'nowhere'),
  price: fc.constantFrom('price', 'hammer', 'asking', 'per carat'),
  /** Whether a bare or an asking price is one per carat. */
  isPerCarat: fc.boolean(),
  carat: fc.constantFrom('carat', 'weight'),
  date: fc.constantFrom('sale date', 'date'),
  written: fc.constantFrom(...(Object.keys(dates) as (keyof typeof dates)[])),
  amount: fc.constantFrom(...(Object.keys(amounts) as (keyof typeof amounts)[])),
  hasGem: fc.boolean(),
  hasHouse: fc.boolean(),
  /** Whether lots of a second sale follow, whose numbers start anew. */
  isTwoSales: fc.boolean(),
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
type Lot = Shape['lots'][number];

/** A file of a shape, what is true of its lots, and the answers of a person who knows it. */
function fileOf(given: Shape) {
  const first = Math.ceil(given.lots.length / 2);
  // The lots of a sale have one day.
  const dayOf = (i: number, own: Lot['day']): Lot['day'] =>
    i < first ? given.lots[0]!.day : [given.lots[0]!.day[0] - 30, own[1], given.lots[first]!.day[2]];
  const shape = {
    ...given,
    lots: given.isTwoSales
      ? given.lots.map((lot, i) => ({ ...lot, day: dayOf(i, given.lots[first]!.day) }))
      : given.lots,
  };
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
  const columns: [string, (lot: Lot, i: number) => string][] = [
    [word('lot'), (_, i) => String(101 + (shape.isTwoSales ? i % first : i))],
    [word('title'), ({ gem }) => titles[shape.language]!.split('; ')[gems.indexOf(gem)]!],
    // Chinese words stand without spaces, and titles are not read in them.
    ...(shape.hasGem || shape.language === 'Chinese'
      ? [[word('gem'), ({ gem }: Lot) => gem] as (typeof columns)[number]]
      : []),
    ...(shape.hasHouse ? [[word('house'), () => "Christie's"] as (typeof columns)[number]] : []),
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
    price: perCarat ? /, per carat$/ : /, for the stone or lot$/,
    status: isOffered ? 'they are offered' : /were sold(?:, not known.*)?$/,
    id: /^all columns/,
    gem: 'as the titles say',
  };
  return { content: rows.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n'), truth, answers };
}
