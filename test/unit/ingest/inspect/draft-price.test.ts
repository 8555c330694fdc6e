import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnStatistics } from '../../../../ingest/inspect/column-statistics.ts';
import { draftProfile } from '../../../../ingest/inspect/draft/draft-profile.ts';
import { answerQuestions } from '../../../../ingest/record/profile/answer-questions.ts';
import { applyProfile } from '../../../../ingest/record/profile/apply-profile.ts';
import { checkProfile } from '../../../../ingest/record/profile/check-profile.ts';
import { expandProfile } from '../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';

/** The draft of a table with a lot number and a title besides these columns. */
function draftOf(table: Record<string, string[]>) {
  const count = Object.values(table)[0]!.length;
  const rows = Array.from({ length: count }, (_, i) => ({
    Lot: String(i + 1),
    Title: `Ruby ring ${'abcdefgh'[i % 8]}`,
    ...Object.fromEntries(Object.entries(table).map(([name, cells]) => [name, cells[i]!])),
  }));
  const statistics = columnStatistics(Object.keys(rows[0]!));
  for (const row of rows) statistics.add(row);
  const columns = statistics.report();
  const draft = draftProfile({
    ...{ name: 'lots.csv', format: 'csv', encoding: 'utf-8', records: count, unreadable: 0, columns },
  });
  return { rows, ...draft };
}

/** The price fields of every row, read by the draft with these answers to its questions. */
function readBy({ rows, profile, questions }: ReturnType<typeof draftOf>, answers: number[] = []) {
  const sets = answers.map((answer, i) => questions[i]!.answers[answer]!.set);
  const merged = answerQuestions(profile, sets);
  const { rates: _, ...price } = merged.price as Record<string, unknown>;
  const full = { name: 'lots', ...expandProfile({ ...merged, price }) };
  expect(checkProfile(full)).toEqual([]);
  const read = applyProfile(full as unknown as Profile);
  return rows.map((row) => {
    const result = read(row);
    if (!('fields' in result)) return 'code' in result ? result.code : result;
    const { price_original, price_final_usd, currency, sale_status, price_basis } = result.fields;
    const { estimate_low_usd, estimate_high_usd } = result.fields;
    const prices = { price_original, price_final_usd, currency, sale_status, price_basis };
    return { ...prices, estimate_low_usd, estimate_high_usd };
  });
}

const asked = ({ questions }: ReturnType<typeof draftOf>) =>
  questions.map(({ about, answers }) => [about, answers.map(({ means }) => means)]);
const supposed = ({ suppositions }: ReturnType<typeof draftOf>) =>
  suppositions.map(({ text }) => text).join('\n');

describe('drafts of currencies', () => {
  it.each<[string, Record<string, string[]>, string]>([
    ['a code', { Price: ['CHF 400', 'CHF 1,500'] }, 'CHF'],
    ['a name', { Price: ['400 euros', '1,500 euros'] }, 'EUR'],
    ['the name of the column', { 'Preis (SEK)': ['400', '1 500'] }, 'SEK'],
    ['the name in camel case', { priceGbp: ['400', '1500'] }, 'GBP'],
    ['a column of codes', { Price: ['400', '1500'], Currency: ['AUD', 'AUD'] }, 'AUD'],
    ['a column of signs', { Price: ['400', '1500'], Symbol: ['HK$', 'HK$'] }, 'HKD'],
    ['the code after an ambiguous sign', { Price: ['$400 CAD', '$1,500 CAD'] }, 'CAD'],
    ['the name of a column beside an ambiguous sign', { 'Price (AUD)': ['$400', '$1,500'] }, 'AUD'],
    ['the estimates', { Price: ['400', '1500'], Estimate: ['£300 - 400', '£900 - 1,200'] }, 'GBP'],
    ['a clearer sign in the column', { Price: ['Fr. 400.-', "CHF 1'500.-"] }, 'CHF'],
    ['an apostrophe', { Preis: ['Fr. 400.—', "Fr. 1'500.—"] }, 'CHF'],
  ])('%s settles the currency', (_, table, currency) => {
    const draft = draftOf(table);
    expect(draft.questions).toEqual([]);
    expect(readBy(draft)).toMatchObject([
      { price_original: 400, currency },
      { price_original: 1500, currency },
    ]);
  });

  it.each<[string, Record<string, string[]>, string[]]>([
    ['kr', { Price: ['400 kr', '1 500 kr'] }, ['SEK', 'NOK', 'DKK']],
    ['Rs', { Price: ['Rs. 400', 'Rs. 1,500'] }, ['INR', 'LKR', 'PKR', 'NPR']],
    ['¥', { Price: ['¥400', '¥1,500'] }, ['JPY', 'CNY']],
    ['Fr', { Price: ['Fr. 400', 'Fr. 1 500'] }, ['CHF', 'FRF']],
    [
      '$',
      { Price: ['$400', '$1,500'], Location: ['Sydney', 'Melbourne'] },
      ['AUD', 'USD', 'HKD', 'CAD', 'SGD', 'NZD'],
    ],
    ['$', { Hammer: ['$400', '$1,500'], Pays: ['Canada', 'Canada'] }, ['CAD', 'USD']],
    ['$', { Hammer: ['$400', '$1,500'], Country: ['AU', 'AU'] }, ['AUD', 'USD']],
    ['$', { Precio: ['$400', '$1,500'], Sede: ['Ciudad de México', 'Guadalajara'] }, ['MXN', 'USD']],
    ['$', { Hammer: ['$400', '$1,500'], Location: ['Taipei', 'Taipei'] }, ['TWD', 'USD']],
    [
      '$',
      { Price: ['$400', '$1,500'], House: ['Hong Kong Auctions', 'x'] },
      ['HKD', 'USD', 'AUD', 'CAD', 'SGD', 'NZD'],
    ],
    ['kr', { Price: ['400', '1500'], Currency: ['kr', 'kr'] }, ['SEK', 'NOK', 'DKK']],
    ['kr', { 'Pris price (kr)': ['400', '1500'] }, ['SEK', 'NOK', 'DKK']],
  ])('"%s" in %j is one question, whose answers give the currency', (sign, table, codes) => {
    const draft = draftOf(table);
    expect(draft.questions).toMatchObject([{ about: 'currency', ask: expect.stringContaining(`"${sign}"`) }]);
    for (const [i, currency] of codes.entries()) {
      expect(readBy(draft, [i])).toMatchObject([
        { price_original: 400, currency },
        { price_original: 1500, currency },
      ]);
    }
  });

  it('rates stay while the currency of a file is a question', () => {
    const mixed = draftOf({ Price: ['CHF 400', '500 kr', '700 kr'] });
    expect(asked(mixed)).toMatchObject([['currency', expect.anything()]]);
    expect(mixed.profile.price).toMatchObject({ rates: 'monthly-averages' });
  });

  it('a plain "$" is supposed to be of the USA', () => {
    const draft = draftOf({ Price: ['$400', '$1,500'], Location: ['New York', 'Geneva'] });
    expect(draft.questions).toEqual([]);
    expect(draft.suppositions).toContainEqual({
      ...{ text: '"$" means USD (US Dollar)', values: ['$400', '$1,500'], rows: 2 },
    });
  });

  it('a file without any currency is a question', () => {
    const draft = draftOf({ Price: ['400', '1500'] });
    expect(asked(draft)).toMatchObject([
      ['currency', expect.arrayContaining([expect.stringContaining('Euro')])],
    ]);
    expect(readBy(draft, [1])).toMatchObject([{ currency: 'EUR' }, { currency: 'EUR' }]);
  });

  it('an amount without a sign beside amounts of two currencies is rejected', () => {
    const draft = draftOf({ Price: ['CHF 400', '€ 500', '600'] });
    expect(supposed(draft)).toContain('amounts without a sign are rejected');
    expect(readBy(draft)).toMatchObject([{ currency: 'CHF' }, { currency: 'EUR' }, 'required']);
  });
});

describe('drafts of numbers', () => {
  it('three digits after the only sign of every price are thousands, as a supposition', () => {
    const draft = draftOf({ Price: ['€ 1.200', '€ 850', '€ 12.500'] });
    expect(supposed(draft)).toContain('a dot separates thousands in "Price"');
    expect(readBy(draft)).toMatchObject([1200, 850, 12_500].map((price_original) => ({ price_original })));
    expect(supposed(draftOf({ Price: ['€ 1.200,00', '€ 850'] }))).not.toContain('separates thousands');
  });

  it('a number that other numbers contradict is a question', () => {
    const draft = draftOf({ Price: ['$1.200', '$950.50', '$720.25'] });
    expect(asked(draft)).toEqual([['price', ['"," separates decimals', '"." separates decimals']]]);
    expect(readBy(draft, [1])).toMatchObject([{ price_original: 1.2 }, { price_original: 950.5 }, {}]);
  });

  it('prices whose signs contradict each other are a question, since no notation reads them all', () => {
    const draft = draftOf({ Price: ['€ 1.500', '€ 1,234', '€ 12.000', '€ 3,700'] });
    expect(draft.profile.price ?? {}).not.toHaveProperty('amount');
    expect(draft.questions.map(({ ask }) => ask).join()).toContain('cannot be read as prices');
  });

  it('computed numbers keep their decimals', () => {
    const draft = draftOf({ price_usd: ['123.456', '1234.5678', '98765.432', '12.3456789'] });
    expect(draft.questions).toEqual([]);
    expect(readBy(draft)[0]).toMatchObject({ price_original: 123.456 });
  });

  it.each([
    ["Price (USD '000)", 400_000],
    ['Preis in Mio. EUR', 400_000_000],
    ['price_cents_usd', 4],
    ['Price (1000 CHF)', 400_000],
    ['Preis (EUR x1000)', 400_000],
    ['Price (1,000,000 USD)', 400_000_000],
  ])('the numbers of the column %j are scaled by its name', (name, price_original) => {
    expect(readBy(draftOf({ [name]: ['400', '500'] }))[0]).toMatchObject({ price_original });
  });

  it.each<Record<string, string[]>>([
    { price: ['1.35', '640'], unit: ['million', 'thousand'], currency: ['USD', 'USD'] },
    { Einheit: ['Mio', 'Tsd'], 'Zuschlag EUR': ['1.35', '640'] },
  ])('the numbers of %j have the magnitudes of the column beside them', (table) => {
    const draft = draftOf(table);
    expect(draft.questions).toEqual([]);
    expect(readBy(draft)).toMatchObject([{ price_original: 1_350_000 }, { price_original: 640_000 }]);
  });

  it.each<Record<string, string[]>>([
    { unit_amount: ['130000', '52000'], currency: ['eur', 'eur'] },
    { 'price.value': ['130000', '52000'], 'price.scale': ['2', '2'], 'price.currency': ['EUR', 'EUR'] },
    { 'total.exponent': ['2', '2'], 'total.amount': ['130000', '52000'], 'total.currency': ['EUR', 'EUR'] },
  ])('the whole numbers of %j may be cents, which is a question', (table) => {
    const draft = draftOf(table);
    expect(asked(draft)).toEqual([['price', ['yes: divide by 100', 'no']]]);
    expect(readBy(draft, [0])).toMatchObject([{ price_original: 1300 }, { price_original: 520 }]);
    expect(readBy(draft, [1])).toMatchObject([{ price_original: 130_000 }, {}]);
  });

  const notations: [string, (value: number) => string][] = [
    ['English', (value) => `USD ${value.toLocaleString('en-US')}`],
    ['German', (value) => `${value.toLocaleString('de-DE')},- EUR`],
    ['Swiss', (value) => `CHF ${value.toLocaleString('de-CH')}.–`],
    ['French', (value) => `${value.toLocaleString('fr-FR')} €`],
    ['Indian', (value) => `₹${value.toLocaleString('en-IN')}/-`],
  ];
  it.each(notations)('prices in %s notation are read as they were written', (_, write) => {
    const values = fc.uniqueArray(fc.integer({ min: 10, max: 90_000_000 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(values, (prices) => {
        const draft = draftOf({ 'Price realised': prices.map(write) });
        expect(draft.questions).toEqual([]);
        expect(readBy(draft)).toMatchObject(prices.map((price_original) => ({ price_original })));
      }),
      { numRuns: 40 },
    );
  });
});

describe('drafts of prices and estimates', () => {
  it.each([
    'Estimated Price',
    'Est.',
    'Schätzpreis',
    'Stima',
    'Estimation',
    'Taxe',
    'Valor estimado',
    'estimatedValue',
  ])('a column %j of single numbers is the estimate, never the price', (name) => {
    const draft = draftOf({ [name]: ['$40', '$300'], 'Sale Price': ['$60', 'Not sold'] });
    expect(readBy(draft)).toMatchObject([
      { price_original: 60, estimate_low_usd: 40, estimate_high_usd: 40 },
      { price_original: undefined, sale_status: 'unsold', estimate_low_usd: 300, estimate_high_usd: 300 },
    ]);
    expect(readBy(draftOf({ [name]: ['$40', '$300'] }))).toMatchObject([
      { price_original: undefined, estimate_low_usd: 40 },
      { price_original: undefined, estimate_low_usd: 300 },
    ]);
  });

  it('a column of prices that has only ranges is a question, and none of its ends the price before', () => {
    const draft = draftOf({ Price: ['$400 - 500', '$800 - 1,000'] });
    expect(draft.profile.price).not.toHaveProperty('amount');
    expect(draft.questions.map(({ about }) => about)).toEqual(['price']);
    expect(readBy(draft, [0])[0]).toMatchObject({ estimate_low_usd: 400, estimate_high_usd: 500 });
    expect(readBy(draft, [2])[0]).toMatchObject({ price_original: 500 });
  });

  it.each([
    ['Hammer Price', 'hammer'],
    ['Zuschlag', 'hammer'],
    ['Prix au marteau', 'hammer'],
    ['Adjudication', 'hammer'],
    ['Prezzo di aggiudicazione', 'hammer'],
    ['Price with premium', 'premium'],
    ["Price incl. Buyer's Premium", 'premium'],
    ['Preis inkl. Aufgeld', 'premium'],
    ['Prix frais compris', 'premium'],
    ['Price', undefined],
    ['Zuschlag + Aufgeld', undefined],
  ])('the column %j has the basis %s', (name, price_basis) => {
    expect(readBy(draftOf({ [name]: ['€ 400', '€ 500'] }))[0]).toMatchObject({
      price_original: 400,
      price_basis,
    });
  });

  it('sentences state the basis of each price', () => {
    const draft = draftOf({ Result: ['Sold for CHF 400 (including premium)', 'Hammer: CHF 500', 'Unsold'] });
    expect(readBy(draft)).toMatchObject([
      { price_original: 400, price_basis: 'premium' },
      { price_original: 500, price_basis: 'hammer' },
      { price_original: undefined, sale_status: 'unsold' },
    ]);
  });

  it.each([
    [['Asking Price', 'Sold Price'], 'Sold Price'],
    [['Hammer Price', 'Price incl. premium'], 'Price incl. premium'],
    [['Price', 'Hammer'], 'Hammer'],
    [['Sold Price USD', 'List Price USD'], 'Sold Price USD'],
    [['New price USD', 'Old price USD'], 'New price USD'],
    [['Sale price', 'Regular price'], 'Sale price'],
    [['compare_at_price', 'price'], 'price'],
    [['Listenpreis', 'Verkaufspreis'], 'Verkaufspreis'],
    [['Purchase price', 'Sale price'], 'Sale price'],
    [['Verkaufspreis', 'Einkaufspreis'], 'Verkaufspreis'],
    [["Prix d'achat", 'Prix de vente'], 'Prix de vente'],
    [['Prezzo di vendita', 'Prezzo di acquisto'], 'Prezzo di vendita'],
    [['Precio de compra', 'Precio de venta'], 'Precio de venta'],
    [['Hammer Price USD', 'Price Realised USD'], 'Price Realised USD'],
    [['Hammer GBP', 'Price USD'], 'Hammer GBP'],
  ])('of the columns %j the price is %j, in either order', (names, price) => {
    for (const ordered of [names, names.toReversed()]) {
      const draft = draftOf(
        Object.fromEntries(ordered.map((name) => [name, [name === price ? '400' : '1', '2']])),
      );
      expect(draft.profile.price).not.toHaveProperty('usd');
      expect((draft.profile.price as Record<string, unknown>).amount).toBe(price);
      expect(supposed(draft)).toContain(
        `"${price}" is the price, not "${names.find((name) => name !== price)}"`,
      );
    }
  });

  it('a realised price beside a hammer price includes the premium, as a supposition', () => {
    for (const names of [
      ['Hammer USD', 'Price Realised USD'],
      ['Prezzo realizzato finale €', 'Aggiudicazione €'],
    ]) {
      const draft = draftOf(Object.fromEntries(names.map((name) => [name, ['400', '500']])));
      expect(readBy(draft)[0]).toMatchObject({ price_original: 400, price_basis: 'premium' });
      expect(supposed(draft)).toContain('includes the premium');
    }
  });

  it.each([
    ['Price min USD', 'Price max USD'],
    ['Price 2019 USD', 'Price 2020 USD'],
    ['Prezzo massimo €', 'Prezzo minimo €'],
    ['Preis A (CHF)', 'Preis B (CHF)'],
  ])('names such as %j and %j do not tell the price, which is a question', (first, second) => {
    const draft = draftOf({ [first]: ['400', '500'], [second]: ['600', '700'] });
    expect(draft.profile.price ?? {}).not.toHaveProperty('amount');
    expect(asked(draft)).toEqual([['price', [`"${first}"`, `"${second}"`, 'leave the prices out']]]);
    expect(readBy(draft, [0])[0]).toMatchObject({ price_original: 400 });
    expect(readBy(draft, [1])[0]).toMatchObject({ price_original: 600 });
  });

  it.each([
    ['Price EUR', 'Price USD'],
    ['Zuschlag EUR', 'Zuschlag USD'],
    ['Prix €', 'Prix $'],
    ['price_original_eur', 'price_final_usd'],
  ])('%j and %j are the same price, in either order', (own, dollars) => {
    for (const names of [
      [own, dollars],
      [dollars, own],
    ]) {
      const draft = draftOf(
        Object.fromEntries(names.map((name) => [name, [name === own ? '400' : '440', '2']])),
      );
      expect(draft.questions).toEqual([]);
      expect(readBy(draft)[0]).toMatchObject({ price_original: 400, currency: 'EUR', price_final_usd: 440 });
    }
  });

  it.each([
    'Preis pro Karat',
    'Karatpreis (€)',
    'Prix au carat (€)',
    'Precio/ct €',
    'Prezzo al carato',
    'pricePerCt',
    'Prix/g (€)',
  ])('a column %j is not the price of a lot', (name) => {
    expect(draftOf({ [name]: ['€ 400', '€ 500'] }).profile.price).toBeUndefined();
  });

  it.each(['PVP (€)', 'Resultado', 'Battuto', 'Realisiert', 'Tarif TTC', 'ask_eur'])(
    'a column %j is the price, without a question',
    (name) => {
      const draft = draftOf({ [name]: ['€ 400', '€ 500'] });
      expect(draft.questions).toEqual([]);
      expect(readBy(draft)[0]).toMatchObject({ price_original: 400 });
    },
  );

  it.each(['P.O.A.', 'sur demande', 'auf Anfrage', 'A consultar'])('%j in a price is an offer', (text) => {
    const draft = draftOf({ Price: ['€ 400', text], Estimate: ['€ 300', text] });
    expect(draft.questions).toEqual([]);
    expect(readBy(draft)[1]).toMatchObject({ sale_status: 'listing' });
  });

  it('a question about a unit counts all its rows, of which none is said to be rejected', () => {
    for (const [unit, per] of [
      ['ct', '$400/ct; $900/ct'],
      ['Karat', '400 € pro Karat; 900 € pro Karat'],
    ]) {
      const draft = draftOf({ Price: per!.split('; ') });
      expect(draft.questions).toMatchObject([{ ask: expect.stringMatching(/"ct"|"pro"/), rows: 2 }]);
      expect(supposed(draft), unit).not.toContain('rejected');
    }
  });

  it.each<[Record<string, string[]>, string | undefined]>([
    [{ currentBid: ['$400', '$500'] }, 'listing'],
    [{ 'Running bid': ['$400', '$500'], Ends: ['2097-12-01', '2097-12-01'] }, 'listing'],
    [{ 'Prix actuel': ['$400', '$500'], Fin: ['2097-12-01', '2097-12-01'] }, 'listing'],
    [{ Ended: ['2019-05-14', '2019-05-15'], 'Current Bid': ['$400', '$500'] }, undefined],
    [{ endTime: ['1557842400', '1573653600'], 'Current Bid': ['$400', '$500'] }, undefined],
    [{ 'Current Bid': ['$400', '$500'], Ended: ['05/06/2019', '06/06/2019'] }, undefined],
    [{ 'Actual price': ['$400', '$500'] }, undefined],
  ])('the bids of %j are prices of a sale only when it is over', (table, status) => {
    expect(readBy(draftOf(table))[0]).toMatchObject({ price_original: 400, sale_status: status });
  });

  it.each<[Record<string, string[]>, number, number]>([
    [{ 'Low estimate (USD)': ['10'], 'High estimate (USD)': ['15'], 'Hammer (CHF)': ['12'] }, 10, 15],
    [{ Währung: ['CHF'], Zuschlag: ['12'], 'Schätzpreis USD': ['10-15'] }, 10, 15],
    [{ 'Stima da': ['$10'], 'Stima a': ['$15'], Prezzo: ['$12'] }, 10, 15],
    [{ 'Estimación de': ['$10'], 'Estimación a': ['$15'], Remate: ['$12'] }, 10, 15],
    [{ 'Schätzpreis EUR': ['9'], 'Schätzpreis USD': ['10'], 'Zuschlag EUR': ['8'] }, 10, 10],
    [{ 'Zuschlag EUR': ['8'], 'Schätzpreis USD': ['10'], 'Schätzpreis EUR': ['9'] }, 10, 10],
  ])('the estimates of %j are read in their own currency', (table, estimate_low_usd, estimate_high_usd) => {
    expect(readBy(draftOf(table))).toMatchObject([{ estimate_low_usd, estimate_high_usd }]);
  });

  it('words that are neither an amount nor a status are a question, except the usual ones for none', () => {
    const draft = draftOf({ Price: ['$400', 'Ask us', 'See note', 'null', 'Passed'] });
    expect(draft.questions).toMatchObject([{ about: 'price', values: ['Ask us', 'See note'], rows: 2 }]);
    const none = { price_original: undefined, sale_status: undefined };
    expect(readBy(draft, [0])).toMatchObject([
      { price_original: 400 },
      none,
      none,
      none,
      { sale_status: 'unsold' },
    ]);
    expect(readBy(draft, [1])).toMatchObject([
      {},
      { sale_status: 'unsold' },
      { sale_status: 'unsold' },
      none,
      {},
    ]);
    expect(readBy(draft, [2])).toMatchObject([{}, 'bad_price', 'bad_price', none, {}]);
  });

  it('a word without a meaning beside an amount is a question', () => {
    const draft = draftOf({ Price: ['$400', '$500 netto', '$600'] });
    expect(draft.questions).toMatchObject([{ about: 'price', ask: expect.stringContaining('"netto"') }]);
    expect(readBy(draft, [0])[1]).toMatchObject({ price_original: 500 });
    expect(readBy(draft, [1])[1]).toBe('bad_price');
    const all = draftOf({ Price: ['ca. 400 EUR', 'ca. 500 EUR'] });
    expect(all.questions).toMatchObject([{ about: 'price', ask: expect.stringContaining('"ca."') }]);
    expect(readBy(all, [0])).toMatchObject([
      { price_original: 400, currency: 'EUR' },
      { price_original: 500 },
    ]);
  });
});
