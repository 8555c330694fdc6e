import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterParams, filterRules } from '../../../../../api/filters/filter-params.ts';
import {
  type NamedParameter,
  namedParameters,
  namedVocabularies,
} from '../../../../../api/filters/phrase/named-words.ts';
import { createCorrect, interpret } from '../../../../../api/filters/phrase/read-request.ts';
import { parameterReader } from '../../../../../api/parameters/read-parameters.ts';
import { fiftyPhrases } from './fifty-phrases.ts';

/** Every name has lots; Myanmar has more than similar names, such as that of its amber. */
const lotsOf = (parameter: NamedParameter) =>
  new Map(namedVocabularies[parameter].terms.map(({ name }) => [name, name === 'Myanmar' ? 2 : 1]));
const everyName = {
  ...{ gem_name: lotsOf('gem_name'), origin: lotsOf('origin'), treatment: lotsOf('treatment') },
  ...{ auction_house: lotsOf('auction_house'), lab: lotsOf('lab') },
  ...{ object_type: lotsOf('object_type'), status: lotsOf('status') },
};
const correct = createCorrect(everyName);

describe('interpretation of phrases', () => {
  test.each(fiftyPhrases)('the phrase "$typed" gets its expected filters', ({ typed, filter, q }) => {
    const meaning = interpret(typed, correct);
    expect({ filter: meaning.filter, q: meaning.q }).toEqual({ filter, q });
  });

  test('each part of a phrase has its written text and its meaning', () => {
    expect(interpret('Unheated BURMA ruby, 5 carat', correct).parts).toEqual([
      { text: 'Unheated', kind: 'treatment', filter: { treatment: 'No heat' }, label: 'No heat' },
      { text: 'BURMA', kind: 'origin', filter: { origin: 'Myanmar' }, label: 'Myanmar' },
      { text: 'ruby', kind: 'gem_type', filter: { gem_name: 'Ruby' }, label: 'Ruby' },
      {
        ...{ text: '5 carat', kind: 'weight', label: 'about 5 ct (5.00–5.99)' },
        filter: { weight_min: '5.00', weight_max: '5.99' },
      },
    ]);
  });

  test('corrections are reported, and lead only to names that lots have', () => {
    expect(interpret('emerld', correct).corrections).toEqual([
      { text: 'emerld', parameter: 'gem_name', value: 'Emerald' },
    ]);
    const withoutEmeralds = createCorrect({ ...everyName, gem_name: new Map([['Ruby', 3]]) });
    expect(interpret('emerld', withoutEmeralds)).toMatchObject({ filter: {}, q: 'emerld', corrections: [] });
  });

  test.each([
    ['under €1m ruby', { gem_name: 'Ruby' }],
    ['ruby 3', { gem_name: 'Ruby' }],
    ['ruby 2019-13-45', { gem_name: 'Ruby' }],
    ['33333333 ct ruby', { gem_name: 'Ruby' }],
    ['coral branch necklace', { gem_name: 'Coral', object_type: 'necklace' }],
    ['diamond lattice bracelet', { gem_name: 'Diamond', object_type: 'bracelet' }],
  ])('words that are not understood are searched in titles: %s', (typed, filter) => {
    const meaning = interpret(typed);
    expect(meaning.filter).toEqual(filter);
    expect(meaning.q).not.toBeNull();
  });

  test.each([
    ['10-5 ct', { weight_min: '5.00', weight_max: '10.00' }],
    ['2018 to 2015', { date_from: '2015-01-01', date_to: '2018-12-31' }],
    ['50-100k', { price_min: '50000', price_max: '100000' }],
    ['100k', { price_min: '90000', price_max: '110000' }],
    ['over 100000', { price_min: '100000' }],
    ['2015, 2018', { year: '2015,2018' }],
    ['feb 2020', { date_from: '2020-02-01', date_to: '2020-02-29' }],
    ['2019-05-15', { date_from: '2019-05-15', date_to: '2019-05-15' }],
    ['after 2015', { date_from: '2016-01-01' }],
    ['$1.5m', { price_min: '1350000', price_max: '1650000' }],
    ['50k/ct', { price_per_carat_min: '45000', price_per_carat_max: '55000' }],
    ['5+ ct', { weight_min: '5.00' }],
    ['lot 2019', { lot_number: '2019' }],
    ['Lot no. 12A in Genève', { location: 'Geneva', lot_number: '12A' }],
    ['sold in Hong Kong 2019', { status: 'sold', location: 'Hong Kong', year: '2019' }],
    ['~3.5 ct', { weight_min: '3.33', weight_max: '3.68' }],
  ])('amounts and dates are understood: %s', (typed, filter) => {
    expect(interpret(typed)).toMatchObject({ filter, q: null });
  });
});

/** What dealers, heirs and journalists type, and what they ask for; the words that remain follow. */
const questions: [typed: string, asksFor: string, filter: Record<string, string>, q?: string][] = [
  ['price of rubies', 'value', { gem_name: 'Ruby' }],
  [
    "how much is my grandmother's ruby ring worth",
    'value',
    { gem_name: 'Ruby', object_type: 'ring' },
    "grandmother's",
  ],
  [
    'worth of an inherited sapphire ring',
    'value',
    { gem_name: 'Sapphire', object_type: 'ring' },
    'inherited',
  ],
  ['price of a cushion-cut sapphire', 'value', { gem_name: 'Sapphire' }, 'cushion cut'],
  ['emerald-cut diamond value', 'value', { gem_name: 'Diamond' }, 'emerald cut'],
  ['valor de un rubí', 'value', { gem_name: 'Ruby' }],
  ['sapphire valuation', 'value', { gem_name: 'Sapphire' }],
  ['what is it worth', 'value', {}],
  ['record ruby price', 'records', { gem_name: 'Ruby' }],
  ['what is the most expensive jewel ever sold at auction', 'records', {}],
  [
    'record prices for emeralds at christies',
    'records',
    { gem_name: 'Emerald', auction_house: "Christie's" },
  ],
  ['world record emerald price', 'records', { gem_name: 'Emerald' }],
  ['auction record alexandrite 2023', 'records', { gem_name: 'Alexandrite', year: '2023' }],
  ['ruby records', 'records', { gem_name: 'Ruby' }],
  ['who sells the most sapphires', 'houses', { gem_name: 'Sapphire' }],
  ['which house sells the most kashmir sapphires', 'houses', { gem_name: 'Sapphire', origin: 'Kashmir' }],
  ['best auction house for rubies', 'houses', { gem_name: 'Ruby' }],
  ['where are most padparadschas sold', 'houses', { gem_name: 'Padparadscha Sapphire' }],
  ['where can I sell a ruby', 'houses', { gem_name: 'Ruby' }],
  ['ruby prices over time', 'prices', { gem_name: 'Ruby' }],
  ['ruby prices since 2010', 'prices', { gem_name: 'Ruby', date_from: '2010-01-01' }],
  ['did ruby prices rise since 2010', 'prices', { gem_name: 'Ruby', date_from: '2010-01-01' }],
  ['emerald vs ruby', 'prices', { gem_name: 'Emerald,Ruby' }],
  ['Mozambique vs Burma ruby', 'lots', { gem_name: 'Ruby', origin: 'Mozambique,Myanmar' }, 'vs'],
  ['compare emerald and ruby', 'prices', { gem_name: 'Emerald,Ruby' }],
  ['sell-through christies', 'houses', { auction_house: "Christie's" }],
  ['most expensive diamond', 'records', { gem_name: 'Diamond' }],
  ['record price per carat sapphire', 'records', { gem_name: 'Sapphire' }],
  [
    'rubies sold in geneva 2019',
    'lots',
    { gem_name: 'Ruby', status: 'sold', location: 'Geneva', year: '2019' },
  ],
  ['rubies sold geneva 2019', 'lots', { gem_name: 'Ruby', status: 'sold', location: 'Geneva', year: '2019' }],
  ['Hongkong rubies', 'lots', { gem_name: 'Ruby', location: 'Hong Kong' }],
  ['burmesischer Rubinring', 'lots', { gem_name: 'Ruby', origin: 'Myanmar', object_type: 'ring' }],
  ['lot of rubies', 'lots', { gem_name: 'Ruby' }, 'lot'],
  ['Cartier Paris ruby', 'lots', { gem_name: 'Ruby' }, 'Cartier Paris'],
  ['price trend of emeralds', 'prices', { gem_name: 'Emerald' }],
  ['price index of sapphires', 'prices', { gem_name: 'Sapphire' }],
  ['how have emerald prices changed since 2015', 'prices', { gem_name: 'Emerald', date_from: '2015-01-01' }],
  ['what did the sunrise ruby sell for', 'lots', { gem_name: 'Ruby' }, 'sunrise'],
  ['rubies worth over $1 million', 'lots', { gem_name: 'Ruby', price_min: '1000000' }],
  ['sapphire price per carat over 50k', 'lots', { gem_name: 'Sapphire', price_per_carat_min: '50000' }],
];

describe('what phrases ask for', () => {
  test.each(questions)(
    '"%s" asks for %s, and its question is not searched for',
    (typed, asked, filter, q) => {
      const { asks_for, carat, ...meaning } = interpret(typed, correct);
      expect({ asks_for, carat }).toEqual({ asks_for: asked, carat: null });
      expect(meaning).toMatchObject({ filter, q: q ?? null });
    },
  );

  test.each([
    ['what is a 4.2 ct colombian emerald worth', 4.2, 'Emerald'],
    ['price of a 3 ct unheated burma ruby', 3, 'Ruby'],
    ['value 2ct padparadscha', 2, 'Padparadscha Sapphire'],
    ["what's an about 5 carat ceylon sapphire worth today?", 5, 'Sapphire'],
    ['how much would a 10 carat blue diamond sell for at auction', 10, 'Blue Diamond'],
    ['Wert eines Rubins 3,5 Karat', 3.5, 'Ruby'],
    ['was ist ein 2 ct Smaragd wert?', 2, 'Emerald'],
    ["valeur d'un saphir de 5 carats", 5, 'Sapphire'],
    ["quel est le prix de l'émeraude 3 ct", 3, 'Emerald'],
    ['quanto vale uno smeraldo di 4 carati', 4, 'Emerald'],
    ['valore zaffiro 3 ct', 3, 'Sapphire'],
    ['precio de una esmeralda de 2 quilates', 2, 'Emerald'],
    ['value 2-3 ct ruby', null, 'Ruby'],
    ['value of a ruby over 3 ct', null, 'Ruby'],
  ])('"%s" asks for the value of a stone of %s ct', (typed, carat, gem_name) => {
    const meaning = interpret(typed, correct);
    expect(meaning).toMatchObject({ asks_for: 'value', carat, filter: { gem_name }, q: null });
    expect(meaning.filter).toHaveProperty('weight_min');
  });

  test.each([
    ['The Price of Peace ruby', 'Price Peace'],
    ['ruby of the Record Holder', 'Record Holder'],
    ['Lost Value ruby', 'Lost Value'],
    ['"record" ruby', '"record"'],
    ['ruby "price index"', '"price index"'],
    ['House of Rubies', 'House'],
    ['the ruby what is love', 'what is love'],
  ])('words of a title that only resemble a question stay words of a title: %s', (typed, q) => {
    expect(interpret(typed, correct)).toMatchObject({ asks_for: 'lots', filter: { gem_name: 'Ruby' }, q });
  });

  test('a question in which nothing is understood is searched for in titles', () => {
    expect(interpret('what is love worth')).toMatchObject({ asks_for: 'lots', q: 'what is love worth' });
    expect(interpret('The Price of Peace')).toMatchObject({ asks_for: 'lots', q: 'Price Peace' });
  });

  test('no name of the vocabulary is a question', () => {
    for (const parameter of namedParameters) {
      for (const spelling of namedVocabularies[parameter].spellings.keys()) {
        expect(interpret(spelling).asks_for, spelling).toBe('lots');
      }
    }
  });
});

/** Phrase parts and their meanings, which do not depend on the order. The amounts are of different kinds. */
const known = {
  gem_name: [
    ['ruby', 'Ruby'],
    ['emeralds', 'Emerald'],
    ['saphir', 'Sapphire'],
    ['padparadscha', 'Padparadscha Sapphire'],
  ],
  origin: [
    ['burma', 'Myanmar'],
    ['from Colombia', 'Colombia'],
    ['kashmir', 'Kashmir'],
    ['Ceylon', 'Sri Lanka'],
  ],
  treatment: [
    ['unheated', 'No heat'],
    ['no oil', 'No oil'],
    ['minor oil', 'Minor oil'],
    ['heated', 'Heated'],
  ],
  auction_house: [
    ['christies', "Christie's"],
    ['at Sotheby', "Sotheby's"],
    ['bonhams london', 'Bonhams'],
    ['Phillips', 'Phillips'],
  ],
  lab: [
    ['SSEF', 'SSEF'],
    ['gubelin report', 'Gübelin'],
    ['with AGL', 'AGL'],
  ],
  object_type: [
    ['ring', 'ring'],
    ['bracelets', 'bracelet'],
    ['collier', 'necklace'],
    ['ear clips', 'earrings'],
  ],
  status: [
    ['unsold', 'unsold'],
    ['sold', 'sold'],
    ['withdrawn', 'withdrawn'],
  ],
  q: [
    ['sunrise', 'sunrise'],
    ['cartier', 'cartier'],
    ['van cleef', 'van cleef'],
  ],
  weight: [
    ['over 3 ct', { weight_min: '3.00' }],
    ['2-4 ct', { weight_min: '2.00', weight_max: '4.00' }],
    ['about 20 carats', { weight_min: '19.00', weight_max: '21.00' }],
    ['1.25ct', { weight_min: '1.25', weight_max: '1.25' }],
    ['1.25', { weight_min: '1.25', weight_max: '1.25' }],
    ['over 1,5', { weight_min: '1.50' }],
  ],
  price: [
    ['under $1m', { price_max: '1000000' }],
    ['between 50k and 100k', { price_min: '50000', price_max: '100000' }],
    ['over 2 million', { price_min: '2000000' }],
  ],
  date: [
    ['2019', { year: '2019' }],
    ['since 2015', { date_from: '2015-01-01' }],
    ['2010s', { date_from: '2010-01-01', date_to: '2019-12-31' }],
    ['may 2015', { date_from: '2015-05-01', date_to: '2015-05-31' }],
  ],
} as const;

test('parts of a phrase mean the same in any order, and nothing else: fifty generated phrases', () => {
  const piece = fc
    .constantFrom(...(Object.keys(known) as (keyof typeof known)[]))
    .chain((kind) =>
      fc
        .constantFrom(...(known[kind] as readonly (readonly [string, string | Record<string, string>])[]))
        .map(([typed, meaning]) => ({ typed, kind, meaning })),
    );
  const pieces = fc.uniqueArray(piece, { selector: ({ kind }) => kind, minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(pieces, (chosen) => {
      const typed = chosen.map((one) => one.typed).join(' ');
      const filters = chosen.filter(({ kind }) => kind !== 'q');
      const expected = Object.assign(
        {},
        ...filters.map(({ kind, meaning }) => (typeof meaning === 'string' ? { [kind]: meaning } : meaning)),
      );
      const meaning = interpret(typed, correct);
      expect(meaning.filter, typed).toEqual(expected);
      expect(meaning.q, typed).toBe(chosen.find(({ kind }) => kind === 'q')?.meaning ?? null);
      expect(meaning.parts.length, typed).toBe(filters.length);
    }),
  );
});

test('a question asks for the same whatever stone it names, and changes no filter: two hundred generated questions', () => {
  const forms: [string, string, string][] = [
    ['what is a ', ' worth', 'value'],
    ['price of a ', '', 'value'],
    ['', ' value', 'value'],
    ['most expensive ', ' ever sold at auction', 'records'],
    ['who sells the most ', '', 'houses'],
    ['', ' prices over time', 'prices'],
  ];
  const one = <Kind extends keyof typeof known>(kind: Kind) => fc.constantFrom(...known[kind]);
  const stone = fc.tuple(one('treatment'), one('origin'), one('weight'), one('gem_name'));
  fc.assert(
    fc.property(fc.constantFrom(...forms), stone, ([opening, closing, asked], pieces) => {
      const named = pieces.map(([typed]) => typed).join(' ');
      const { filter } = interpret(named, correct);
      const meaning = interpret(`${opening}${named}${closing}`, correct);
      expect(meaning, named).toMatchObject({ asks_for: asked, filter, q: null });
    }),
  );
});

test('any phrase leads to a request that the list accepts', () => {
  const read = parameterReader(filterParams, filterRules);
  const spelling = fc
    .constantFrom(...namedParameters)
    .chain((parameter) => fc.constantFrom(...namedVocabularies[parameter].spellings.keys()));
  const word = fc.oneof(
    spelling,
    fc.constantFrom('what is', 'worth', 'price of', 'most expensive', 'record', 'ever'),
    fc.constantFrom('3 ct', '-', 'over', '$5', '2019', '100k', '"', 'to', 'between', '9999999m'),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const { filter, q } = interpret(words.join(' ').slice(0, 200), correct);
      if (q === null && Object.keys(filter).length === 0) return;
      const params = new URLSearchParams({ ...filter, ...(q === null ? {} : { q }) });
      expect(read(params.toString()).problems, words.join(' ')).toBeUndefined();
    }),
  );
});
