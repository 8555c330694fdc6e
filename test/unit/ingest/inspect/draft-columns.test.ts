import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnStatistics } from '../../../../ingest/inspect/column-statistics.ts';
import { draftProfile } from '../../../../ingest/inspect/draft/draft-profile.ts';
import { checkProfile } from '../../../../ingest/record/profile/check-profile.ts';
import { expandProfile } from '../../../../ingest/record/profile/expand-profile.ts';

type Rows = Record<string, unknown>[];

/** The draft of a file with these rows. */
function draftOf(rows: Rows) {
  const statistics = columnStatistics(Object.keys(rows[0]!));
  for (const row of rows) statistics.add(row);
  const report = { name: 'lots.csv', format: 'csv', encoding: 'utf-8', records: rows.length, unreadable: 0 };
  const { profile, suppositions, questions } = draftProfile({ ...report, columns: statistics.report() });
  const { fields } = profile as { fields: Record<string, unknown> };
  expect(checkProfile(expandProfile({ name: 'test', ...profile }))).toEqual([]);
  return {
    fields,
    supposed: suppositions.map(({ text }) => text).join('\n'),
    asked: questions.map(({ ask }) => ask).join('\n'),
    answers: questions.flatMap(({ answers }) => answers.map(({ set }) => set)),
  };
}

/** Rows of one column for each name, from lists of values. */
function table(columns: Record<string, unknown[]>): Rows {
  const names = Object.keys(columns);
  return columns[names[0]!]!.map((_, i) =>
    Object.fromEntries(names.map((name) => [name, columns[name]![i]])),
  );
}

const gems = ['Ruby', 'Opal', 'Blue spinel'];
const remark = (i: number) => `Of a quiet glow that asks for evening light, number ${i} of the collection`;

describe('the title of a draft', () => {
  it('is the column that names gems, not the longest text', () => {
    const { fields } = draftOf(
      table({ what: gems, note: gems.map((_, i) => remark(i)), price_usd: [1, 2, 3] }),
    );
    expect(fields.title).toBe('what');
  });

  it.each([
    ['Title', 'Description'],
    ['Lot title', 'Name'],
    ['Name', 'Description'],
    ['Bezeichnung', 'Beschreibung'],
    ['Nombre', 'Descripción'],
  ])('is "%s" and not "%s" if both name gems, and the draft says so', (better, other) => {
    const { fields, supposed } = draftOf(
      table({ [other]: gems.map((gem) => `${gem}, oval and lively`), [better]: gems }),
    );
    expect(fields.title).toBe(better);
    expect(supposed).toContain(`"${better}" is the title, and not "${other}"`);
  });

  it('is never a column of lists or objects', () => {
    const tags = gems.map((gem) => [gem, 'ring']);
    const { fields } = draftOf(table({ id: ['a', 'b', 'c'], title: tags, stone: gems }));
    expect(fields.title).toEqual({ columns: ['stone'], join: ', ' });
  });

  it('is the English text of an object of texts by language', () => {
    const title = gems.map((gem) => ({ fr: 'Pierre', en: `${gem} ring` }));
    const { fields } = draftOf(table({ ref: ['a', 'b', 'c'], title }));
    expect(fields.title).toMatchObject({
      column: 'title',
      extract: [expect.stringContaining('"en"'), expect.any(String)],
    });
  });

  it('comes from another column where its own is empty', () => {
    const details = Array.from({ length: 20 }, (_, i) => `${gems[i % 3]} no. ${i}`);
    const title = details.map((text, i) => (i === 7 ? '' : `${text}, a ring`));
    const { fields, supposed } = draftOf(table({ title, details }));
    expect(fields.title).toEqual({ columns: ['title', 'details'] });
    expect(supposed).toContain('where "title" is empty, the title is from "details"');
  });

  it('is another column if its own is often empty', () => {
    expect(draftOf(table({ title: ['Ruby', '', ''], details: gems })).fields.title).toBe('details');
  });

  it('is not the name of a seller or the title of a sale', () => {
    const seller = ['Ruby House', 'Ruby House', 'Emerald Traders'];
    const { fields } = draftOf(table({ 'Seller name': seller, 'Sale title': seller, Item: gems }));
    expect(fields.title).toBe('Item');
  });

  it('is a filled column that names gems, whatever the order and the other columns', () => {
    const columns = fc.shuffledSubarray(['note', 'photos', 'remarks', 'empty', 'kind'], { minLength: 1 });
    const others: Record<string, unknown[]> = {
      note: gems.map((_, i) => remark(i)),
      photos: gems.map((_, i) => [{ src: `${i}.jpg`, of: 'ruby' }]),
      remarks: ['', 'with a ruby of later date, and a letter about its owners since the war', ''],
      empty: ['', '', ''],
      kind: ['Ring', 'Brooch', 'Ring'],
    };
    fc.assert(
      fc.property(
        columns,
        fc.constantFrom('article', 'x', 'titre', 'Posten'),
        fc.nat(),
        (names, title, at) => {
          const list = names.toSpliced(at % (names.length + 1), 0, title);
          const rows = table(Object.fromEntries(list.map((name) => [name, others[name] ?? gems])));
          expect(draftOf(rows).fields.title).toBe(title);
        },
      ),
    );
  });
});

describe('the weight of a draft', () => {
  const weightOf = (weights: unknown[], { name = 'Weight', title = 'Title', titles = gems } = {}) =>
    draftOf(table({ [title]: titles, [name]: weights }));

  it.each([
    ['Weight', ['50 points', '0.75 ct', '1.2 ct'], 'Weight'],
    ['Weight', ['3,02 ct', '1,4 ct', '0,75 ct'], { column: 'Weight', numbers: { decimal: ',' } }],
    ['Carat', [3.02, 1.4, 0.75], 'Carat'],
    ['Weight (pts)', [50, 75, 33], { column: 'Weight (pts)', carats_per_unit: 0.01 }],
    ['weight_g', [0.5, 0.7, 1.1], { column: 'weight_g', carats_per_unit: 5 }],
    ['Poids', ['0.5 g', '0.7 g', '1.1 g'], 'Poids'],
    ['Peso', ['2 quilates', '3 quilates', '1.1 ct'], 'Peso'],
  ])('of the column %s with %j is %j', (name, weights, source) => {
    const { fields, asked } = weightOf(weights, { name });
    expect(fields.carat).toEqual(source);
    expect(asked).toBe('');
  });

  it.each([
    [[3.02, 1.4, 0.75], 'Is "Weight" in carats?'],
    [['50 points', '75', '1.2 ct'], 'Is "Weight" in carats?'],
    [['5 ratti', '4 ratti', '3.25 ratti'], 'What does "ratti" mean'],
    [['1.2 gr', '2 gr', '0.8 gr'], 'What does "gr" mean'],
  ])('%j is asked about, and left out until answered', (weights, question) => {
    const { fields, asked, answers } = weightOf(weights);
    expect(asked).toContain(question);
    expect(fields).not.toHaveProperty('carat');
    expect(answers.at(-1)).toEqual({});
  });

  it('without a unit it is in carats if the titles say the same weights', () => {
    const titles = ['Ruby, 3.02 ct', 'Opal 1.40 ct', 'Spinel of 0.75 carats'];
    expect(weightOf([3.02, 1.4, 0.75], { titles })).toMatchObject({ fields: { carat: 'Weight' }, asked: '' });
  });

  it('has the unit that a line below the header gives', () => {
    const { fields, asked } = weightOf(['ct', 3.02, 1.4], { titles: ['-', 'Ruby', 'Opal'] });
    expect([fields.carat, asked]).toEqual(['Weight', '']);
  });

  it('beside weights in carats numbers without a unit are supposed to be carats', () => {
    const { fields, supposed } = weightOf(['3.02 ct', '1.4', '0.75']);
    expect(fields.carat).toBe('Weight');
    expect(supposed).toContain('numbers without a unit in "Weight" are carats');
  });

  it('of pieces in grams is left out, and numbers without a unit beside it are asked about', () => {
    const { asked, supposed, answers } = weightOf(['6.8 g', '5.1 g', '2.04'], {
      titles: ['Ruby ring', 'Opal', 'Spinel'],
    });
    expect(supposed).toContain('grams in "Weight" are the weight of whole pieces, and left out');
    expect(asked).toContain('Is "Weight" in carats?');
    expect(JSON.stringify(answers)).toContain('null_patterns');
  });

  it.each([
    ['Gewicht', ['6,8 g', '5,1 g', '4 g']],
    ['Weight (grams)', [6.8, 5.1, 4]],
    ['Gross weight', [6.8, 5.1, 4]],
    ['Gesamtgewicht (ct)', [6.8, 5.1, 4]],
    ['Karat', ['18K', '14K', '9K']],
  ])('is not that of whole pieces of jewelry: %s %j', (name, weights) => {
    const titles = ['Ruby ring', 'Opal brooch', 'Spinel ring'];
    expect(weightOf(weights, { name, titles })).toMatchObject({ fields: { title: 'Title' }, asked: '' });
    expect(weightOf(weights, { name, titles }).fields).not.toHaveProperty('carat');
  });

  it('of pieces and stones is only what is in carats', () => {
    const titles = ['Ruby ring', 'Opal', 'Spinel'];
    expect(weightOf(['6.8 g', '3.1 ct', '1.4 ct'], { titles }).fields.carat).toMatchObject({
      column: 'Weight',
      null_patterns: [expect.any(String)],
    });
  });

  it('of the stone is preferred to other weights', () => {
    const rows = table({ Titel: gems, 'Gewicht (g)': [6.8, 5, 4], 'Steingewicht (ct)': [3.1, 2, 1] });
    expect(draftOf(rows).fields.carat).toBe('Steingewicht (ct)');
  });

  it('might be the fineness of gold', () => {
    const { fields, asked } = weightOf([18, 14, 9], {
      name: 'Karat',
      titles: ['Ruby ring', 'Opal ring', 'Opal pin'],
    });
    expect(asked).toContain('or the fineness of gold?');
    expect(fields).not.toHaveProperty('carat');
  });
});

describe('the other fields of a draft', () => {
  const url = (path: string) => gems.map((_, i) => `https://h.example/${path}${i}`);
  const same = gems.map(() => 'https://h.example/sale/9');

  it.each([
    [{ auction_url: same, lot_url: url('lot/') }, 'lot_url'],
    [{ url: same, link: url('lot/') }, 'link'],
    [{ image_url: url('p/'), page: url('lot/') }, 'page'],
    [{ certificate_url: url('c/'), x: url('lot/') }, 'x'],
    [{ source: url('s/'), url: url('lot/') }, 'url'],
    [{ url: same }, undefined],
    [{ seller_url: url('s/'), photo: url('p/') }, undefined],
  ])('the URL of a lot among %j is %j', (columns, chosen) => {
    expect(draftOf(table({ title: gems, ...columns })).fields.url).toBe(chosen);
  });

  const insecure = gems.map((_, i) => `http://h.example/${i}.jpg`);
  const paths = gems.map((_, i) => `/photos/${i}.jpg`);

  it.each([
    [{ image_url: url('p/'), page: url('lot/') }, 'image_url'],
    [{ Bild: url('b/') }, 'Bild'],
    [{ IMAGE1: url('b/') }, 'IMAGE1'],
    [{ Foto2: url('b/') }, 'Foto2'],
    [{ fotoUrl: url('f/') }, 'fotoUrl'],
    [{ thumbnail: url('t/'), picture: url('p/') }, 'picture'],
    [{ photos: gems.map((_, i) => `https://h.example/${i}a.jpg, https://h.example/${i}b.jpg`) }, 'photos'],
    [{ photo: paths }, undefined],
    [{ image: insecure }, undefined],
    [{ image: same }, undefined],
    [{ certificate_image: url('c/'), 'Seller photo': url('s/') }, undefined],
    [{ link: url('lot/') }, undefined],
  ])('the photo of a lot among %j is %j', (columns, chosen) => {
    expect(draftOf(table({ title: gems, ...columns })).fields.image_url).toBe(chosen);
  });

  it('the origin is not the country of the sale or the seller', () => {
    const countries = ['Thailand', 'Thailand', 'Sri Lanka'];
    const places = ['Mogok, Burma', 'Haldola, Sri Lanka', 'Mahenge'];
    const rows = { title: gems, 'Seller country': countries, Country: countries, Origin: places };
    expect(draftOf(table(rows)).fields.origin).toBe('Origin');
    const { Origin: _, Country: __, ...rest } = rows;
    expect(draftOf(table(rest)).fields).not.toHaveProperty('origin');
  });

  it.each([
    ['Country', ['India', 'Belgium', 'USA'], undefined],
    ['Pays', ['Canada', 'Canada', 'Suisse'], undefined],
    ['Land', ['Kolumbien', 'Indien', 'Indien'], 'Land'],
  ])('a column %s of %j is an origin only if stones are not sold there', (name, places, origin) => {
    expect(draftOf(table({ title: gems, [name]: places })).fields.origin).toBe(origin);
  });

  it.each([
    ['Heated', ['Yes', 'No', 'yes'], { Yes: 'Heated', No: 'No heat', yes: 'Heated' }],
    ['Treated', [true, false, true], { true: null, false: 'Untreated' }],
  ])('the treatment of a column %s of yes and no is what its name says', (column, values, map) => {
    expect(draftOf(table({ title: gems, [column]: values })).fields.treatment).toEqual({ column, map });
  });

  it('columns named in Spanish are found', () => {
    const rows = table({
      Título: gems,
      Gema: ['Rubí', 'Ópalo', 'Espinela'],
      Quilates: ['1,2', '2,3', '3,4'],
      Procedencia: ['Birmania', 'Australia', 'Sri Lanka'],
      Tratamiento: ['calentado', 'sin calentar', 'calentado'],
    });
    expect(draftOf(rows).fields).toMatchObject({
      title: 'Título',
      carat: { column: 'Quilates' },
      origin: 'Procedencia',
      treatment: 'Tratamiento',
    });
  });
});
