import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import Type from 'typebox';
import { describe, expect, test, vi } from 'vitest';
import { exportRoutes } from '../../../../api/ext/export/export.ts';
import { filterParams, filterRules } from '../../../../api/filters/filter-params.ts';
import { notBlank, text } from '../../../../api/parameters/kinds.ts';
import { pagingParams } from '../../../../api/parameters/paging.ts';
import { parameterReader } from '../../../../api/parameters/read-parameters.ts';
import { auctionsList } from '../../../../api/v1/auctions/list.ts';
import { specifiedRoutes } from '../../../../api/v1/routes.ts';
import { clean, quoteValue } from '../../../../mappings/vocabulary/vocabulary.ts';

// Modules loaded for another test file have the unmocked function.
vi.hoisted(() => vi.resetModules());
// The real function with its calls counted.
vi.mock('fastest-levenshtein', async (original) => {
  const library = await original<typeof import('fastest-levenshtein')>();
  return { ...library, distance: vi.fn(library.distance) };
});

const read = parameterReader({ ...pagingParams, ...filterParams }, filterRules);
const long = 'x'.repeat(201);
const fifty = Array.from({ length: 50 }, (_, index) => `v${index}`);
const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
const fiftyOne = Array.from({ length: 51 }, (_, index) => `v${index}`).join(',');

test('the pattern for blank texts matches exactly the characters that cleaning removes', () => {
  const pattern = new RegExp(notBlank, 'u');
  for (let code = 0; code < 0x1_0000; code++) {
    const character = String.fromCharCode(code);
    if (character.isWellFormed()) expect(pattern.test(character), String(code)).toBe(clean(character) !== '');
  }
});

describe('valid parameters', () => {
  test.for<[query: string, values: object]>([
    ['', {}],
    ['&', {}],
    ['page=2147483647&limit=100', { page: 2_147_483_647, limit: 100 }],
    ['weight_min=3.50&weight_max=20', { weight_min: 3.5, weight_max: 20 }],
    ['weight_min=0&price_min=0', { weight_min: 0, price_min: 0 }],
    ['price_min=9007199254740991', { price_min: Number.MAX_SAFE_INTEGER }],
    ['is_sold=true', { is_sold: true }],
    ['is_sold=True', { is_sold: true }],
    ['date_from=2024-02-29&date_to=2024-02-29', { date_from: '2024-02-29', date_to: '2024-02-29' }],
    ['gem_name=ruby', { gem_name: ['Ruby'] }],
    ['gem_name=RUBY&gem_name=rubis', { gem_name: ['Ruby'] }],
    ['gem_name=ruby,emerald', { gem_name: ['Emerald', 'Ruby'] }],
    ['gem_name=emerald&gem_name=ruby', { gem_name: ['Emerald', 'Ruby'] }],
    ['gem_name=%20%20Blue%20%20%20thing%20', { gem_name: ['Blue thing'] }],
    ['gem_name=paraiba', { gem_name: ['Paraíba Tourmaline'] }],
    ['origin=Burma,ceylon', { origin: ['Myanmar', 'Sri Lanka'] }],
    ['origin=Mogok,+Burma', { origin: ['Myanmar'] }],
    ['origin=none', { origin: ['none'] }],
    ['origin=NONE,Kashmir', { origin: ['Kashmir', 'none'] }],
    ['origin=%22none%22', { origin: ['None'] }],
    ['lab=none,%22NONE%22', { lab: ['None', 'none'] }],
    ['gem_name=none', { gem_name: ['none'] }],
    ['treatment=No+heat,+minor+oil', { treatment: ['Minor oil', 'No heat'] }],
    ['treatment=%22No+heat,+minor+oil%22', { treatment: ['No heat, minor oil'] }],
    ['treatment=UNTREATED', { treatment: ['untreated'] }],
    ['treatment=not+treated,+none', { treatment: ['none', 'untreated'] }],
    ['treatment=%22Not+treated%22', { treatment: ['Untreated'] }],
    ['treatment=%22untreated%22,untreated', { treatment: ['Untreated', 'untreated'] }],
    ['gem_name=unheated+ruby,Ruby', { gem_name: ['Ruby', 'unheated ruby'] }],
    ['q=%EF%BB%BFru%E2%80%8Bby&weight_min=2%E2%81%A0', { q: 'ruby', weight_min: 2 }],
    ['origin=%22Kashmir,+India%22,Burma', { origin: ['Kashmir', 'Myanmar'] }],
    ['lab=%22a+%22%22b%22%22%22,c+%22d%22', { lab: ['a "b"', 'c "d"'] }],
    ['lab=%22+a,%09b+%22+,c', { lab: ['a, b', 'c'] }],
    ['q=parai%CC%81ba&lab=Gu%CC%88belin', { q: 'paraíba', lab: ['Gübelin'] }],
    ['flags=MULTI_STONE,DATE_PARTIAL', { flags: ['DATE_PARTIAL', 'MULTI_STONE'] }],
    ['carat_band=20-,0-1', { carat_band: ['0-1', '20-'] }],
    ['year=2020,1999&year=2020', { year: [1999, 2020] }],
    ['ids=10,9&ids=9', { ids: [9, 10] }],
    [`ids=${hundred.join(',')}`, { ids: hundred }],
    ['updated_since=2024-02-29', { updated_since: '2024-02-29' }],
    ['updated_since=2026-11-24T09:30:00.123Z', { updated_since: '2026-11-24T09:30:00.123Z' }],
    ['updated_since=2026-11-24T09:30:00%2B02:00', { updated_since: '2026-11-24T09:30:00+02:00' }],
    ['q=%22a+b%22++c', { q: '"a b" c' }],
    [`q=${'x'.repeat(200)}`, { q: 'x'.repeat(200) }],
    [`q=${'💎'.repeat(200)}`, { q: '💎'.repeat(200) }],
    [`lab=${fifty.join(',')}`, { lab: [...fifty].sort() }],
  ])('the valid query "%s" is read into its values', ([query, values]) => {
    const reading = read(query);
    expect(reading.problems).toBeUndefined();
    expect(reading.values).toEqual({ page: 1, limit: 20, ...values });
  });
});

describe('invalid parameters', () => {
  test.for<[query: string, ...parameters: string[]]>([
    ['gem_nam=ruby', 'gem_nam'],
    ['__proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
    ['=1', ''],
    ['Page=1', 'Page'],
    ['page[]=1', 'page[]'],
    ['page=1&page=1', 'page'],
    ['page', 'page'],
    ['page=', 'page'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=2147483648', 'page'],
    ['page=1.0', 'page'],
    ['page=+5', 'page'],
    ['page=5%20', 'page'],
    ['page=05', 'page'],
    ['page=1e3', 'page'],
    ['page=0x10', 'page'],
    ['page=Infinity', 'page'],
    ['page=٣', 'page'],
    ['page=1,2', 'page'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['weight_min=1e3', 'weight_min'],
    ['weight_min=-0.0', 'weight_min'],
    ['price_min=-0', 'price_min'],
    ['weight_min=.5', 'weight_min'],
    ['weight_min=-0.1', 'weight_min'],
    [`weight_min=${'9'.repeat(150)}`, 'weight_min'],
    [`weight_min=${'9'.repeat(400)}`, 'weight_min'],
    ['price_min=10.5', 'price_min'],
    ['price_min=-1', 'price_min'],
    ['price_min=9007199254740992', 'price_min'],
    ['price_min=6&price_max=5', 'price_min'],
    ['weight_min=2.5&weight_max=2.4', 'weight_min'],
    ['date_from=2024-01-02&date_to=2024-01-01', 'date_from'],
    ['price_per_carat_min=6&price_per_carat_max=5', 'price_per_carat_min'],
    ['carat_band=20', 'carat_band'],
    ['year=1599', 'year'],
    ['year=2101', 'year'],
    ['year=2019-2020', 'year'],
    ['ids=0', 'ids'],
    ['ids=1,,2', 'ids'],
    ['ids=1,x', 'ids'],
    ['ids=9007199254740992', 'ids'],
    [`ids=${[...hundred, 101].join(',')}`, 'ids'],
    ['updated_since=2023-02-29', 'updated_since'],
    ['updated_since=2026-11-24T24:00:00Z', 'updated_since'],
    ['updated_since=2026-11-24T09:30:00', 'updated_since'],
    ['updated_since=2026-11-24T09:30:00+02:00', 'updated_since'],
    ['updated_since=yesterday', 'updated_since'],
    ['is_synthetic=yes', 'is_synthetic'],
    ['is_sold=1', 'is_sold'],
    ['is_sold=true,false', 'is_sold'],
    ['date_from=2023-02-30', 'date_from'],
    ['date_from=2023-1-1', 'date_from'],
    ['date_from=2023-01-01T00:00:00Z', 'date_from'],
    ['gem_name=', 'gem_name'],
    ['gem_name=%20', 'gem_name'],
    ['gem_name=ruby,', 'gem_name'],
    ['gem_name=ruby,,emerald', 'gem_name'],
    ['lab=%22a,+b', 'lab'],
    ['lab=%22a%22b', 'lab'],
    ['lab=%22%22', 'lab'],
    [`lab=%22${long}%22`, 'lab'],
    [`gem_name=${long}`, 'gem_name'],
    [`gem_name=ruby,${long}`, 'gem_name'],
    [`gem_name=${fiftyOne}`, 'gem_name'],
    [`q=${long}`, 'q'],
    ['q=', 'q'],
    ['q=a&q=b', 'q'],
    ['flags=NO_SUCH_FLAG', 'flags'],
    ['flags=multi_stone', 'flags'],
    ['gem_name=%', 'gem_name'],
    ['gem_name=%C3%28', 'gem_name'],
    ['gem_name=a%00b', 'gem_name'],
    ['%ZZ=1', '%ZZ'],
    [
      'pgae=1&limit=101&date_from=2023-02-30&price_min=9&price_max=8',
      'pgae',
      'limit',
      'date_from',
      'price_min',
    ],
  ])('the invalid query "%s" is reported with its parameter', ([query, ...parameters]) => {
    const problems = read(query).problems ?? [];
    expect(problems.map(({ parameter }) => parameter).sort()).toEqual([...parameters].sort());
    for (const { message } of problems) expect(message).not.toBe('');
  });

  test('the error for an unknown parameter names the nearest one and lists all', () => {
    const [problem] = read('gem_nam=ruby').problems!;
    expect(problem!.message).toContain('Did you mean gem_name?');
    expect(problem!.allowed).toContain('auction_house');
  });

  test.for([
    ['limit=101', 'too_large', 'limit: 101 is too large. Use a whole number from 1 to 100.'],
    ['page=0', 'too_small', 'page: 0 is too small. Use a whole number from 1 to 2147483647.'],
    ['page=abc', 'wrong_type', 'page: abc is not a whole number written in digits. Use a whole number'],
    [
      'weight_min=1e3',
      'wrong_type',
      'weight_min: 1e3 is not a number written in digits. Use a number from 0',
    ],
    ['is_sold=yes', 'wrong_type', 'is_sold: yes is neither true nor false. Use one of: true, false.'],
    ['date_from=2023-02-30', 'wrong_type', 'date_from: 2023-02-30 is not a calendar day. Use a date as'],
    [
      'flags=MULTI_STON',
      'not_allowed',
      'flags: MULTI_STON is not an allowed value. Did you mean MULTI_STONE?',
    ],
    ['gem_name=ruby,', 'empty', 'gem_name: a list element is empty. Use 1 to 50 values, separated by commas'],
    ['page=1&page=2', 'repeated', 'page: the parameter is given 2 times. Send it once.'],
    [`q=${long}`, 'too_long', 'q: a value has 201 characters. Use at most 200.'],
    [`lab=${fiftyOne}`, 'too_many_values', 'lab: the list has 51 values. Use at most 50.'],
    ['lab=%22a', 'invalid_quotes', 'lab: a quoted value in "a does not end with its quote. Write "a, b" for'],
    [
      'q=%E9',
      'invalid_encoding',
      'q: the text is not percent-encoded UTF-8, or contains a NUL character. Encode',
    ],
    ['price_min=6&price_max=5', 'conflict', 'price_min: 6 is above price_max, which is 5. Use at most 5, or'],
    ['gem_nam=1', 'unknown_parameter', 'gem_nam is not a parameter of this path. Did you mean gem_name?'],
  ] as const)('the error for %s names the problem, the value and what to do', ([query, code, message]) => {
    const problem = read(query).problems![0]!;
    expect(problem.code).toBe(code);
    expect(problem.message.slice(0, message.length)).toBe(message);
  });

  test('the error for an invalid value lists the allowed values', () => {
    const allowed = (query: string) => read(query).problems![0]!.allowed;
    expect(allowed('page=0')).toBeUndefined();
    expect(allowed('is_sold=1')).toEqual(['true', 'false']);
    expect(allowed('date_from=x')).toBeUndefined();
    expect(allowed('flags=x')).toContain('MULTI_STONE');
  });

  test('at most 100 problems are reported, and the last one counts the rest', () => {
    const query = Array.from({ length: 3000 }, (_, index) => `x${index}=1`).join('&');
    const problems = read(query).problems!;
    expect(problems).toHaveLength(101);
    expect(problems[100]!.parameter).toBe('x100');
    expect(problems[100]!.message).toContain('x100 and 2899 more are invalid too');
  });

  test('many unknown names cost a bounded number of comparisons', () => {
    const known = Object.keys(filterParams).length + 10;
    vi.mocked(distance).mockClear();
    const problems = read(Array.from({ length: 2000 }, (_, i) => `gem_nam${i}=1`).join('&')).problems!;
    expect(distance).toHaveBeenCalled();
    expect(vi.mocked(distance).mock.calls.length).toBeLessThanOrEqual(5 * 2 * known);
    const advised = problems.filter(({ message }) => message.includes('Did you mean gem_name?'));
    expect(advised).toHaveLength(5);
    vi.mocked(distance).mockClear();
    expect(read(`${'gem_name'.repeat(2000)}=1`).problems![0]!.message).not.toContain('Did you mean');
    expect(distance).not.toHaveBeenCalled();
  });
});

test('a missing required parameter is one problem, and so is an unreadable one', () => {
  const required = parameterReader({ q: text({ description: 'Words.' }) });
  expect(required('').problems).toHaveLength(1);
  expect(required('').problems![0]!.message).toContain('is missing');
  expect(required('q=').problems).toHaveLength(1);
});

test('rules skip unreadable values, so an invalid bound is reported only once', () => {
  const reader = parameterReader(
    { price_min: filterParams.price_min, price_max: filterParams.price_max },
    filterRules,
  );
  expect(reader('price_min=x&price_max=5').problems).toHaveLength(1);
});

test('a parameter with a default always has a value', () => {
  const reader = parameterReader({ size: Type.Integer({ minimum: 1, maximum: 9, default: 3 }) });
  expect(reader('').values).toEqual({ size: 3 });
});

test('any query text is read or refused, and never throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (query) => void read(query)));
  const names = fc.constantFrom('page', 'gem_name', 'q', 'flags', 'date_from', 'is_sold', 'weight_min');
  fc.assert(
    fc.property(names, fc.string({ unit: 'grapheme' }), (name, value) => {
      const { values, problems } = read(`${name}=${encodeURIComponent(value)}`);
      expect(values === undefined).toBe((problems ?? []).length > 0);
    }),
  );
});

test('an explicit default equals an omitted parameter', () => {
  const list = parameterReader(auctionsList.params, auctionsList.rules);
  for (const [query, omitted] of [
    ['page=1&limit=20', ''],
    ['page=1&cursor=x', 'cursor=x'],
    ['page=1&limit=20&format=json', ''],
    ['format=json&page=2&facets=year', 'page=2&facets=year'],
    ['sort=-date', ''],
    ['q=ruby&sort=relevance', 'q=ruby'],
  ] as const) {
    expect(list(query).problems).toBeUndefined();
    expect(JSON.stringify(list(query))).toBe(JSON.stringify(list(omitted)));
  }
  expect(list('q=ruby&sort=-date').values).toMatchObject({ sort: ['-date'] });
  expect(list('sort=relevance').problems).toMatchObject([{ parameter: 'sort', code: 'conflict' }]);
  expect(list('page=2&cursor=x').problems).toMatchObject([{ parameter: 'cursor', code: 'conflict' }]);

  const [exported] = exportRoutes(specifiedRoutes).map(({ params, rules }) => parameterReader(params, rules));
  expect(exported!('format=ndjson&spreadsheet=false')).toEqual(exported!('format=ndjson'));
  expect(exported!('format=ndjson&spreadsheet=true').problems).toMatchObject([
    { parameter: 'spreadsheet', code: 'conflict' },
  ]);
});

test('a list of any values is read as these values', () => {
  const hostile = fc
    .oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc
        .array(fc.constantFrom('"', ',', 'none', ' ', 'é', 'a'), { minLength: 1, maxLength: 8 })
        .map((parts) => parts.join('')),
    )
    .map(clean)
    .filter((text) => text !== '' && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (values) => {
      const text = encodeURIComponent(values.map(quoteValue).join(','));
      // The word none is written None, because letter case does not matter.
      const expected = values.map((value) => (value.toLowerCase() === 'none' ? 'None' : value));
      expect(read(`lab=${text}`).values?.lab).toEqual([...new Set(expected)].sort());
    }),
    { examples: [[['none']]] },
  );
});

test('a text with commas that lots have is one value, unless it has quotes or is a list of known names', () => {
  const of = (query: string) => {
    const asked: string[] = [];
    const isStored = (parameter: string, text: string) => asked.push(`${parameter} ${text}`) > 0;
    return { ...(read(query, isStored).values as { lab: string[] }), asked };
  };
  expect(of('lab=Smith,+Jones')).toMatchObject({ lab: ['Smith, Jones'], asked: ['lab Smith, Jones'] });
  expect(of('lab=Smith,+Jones&lab=Smith').lab).toEqual(['Smith', 'Smith, Jones']);
  expect(of('lab=%22Smith%22,+Jones')).toMatchObject({ lab: ['Jones', 'Smith'], asked: [] });
  expect(of('lab=SSEF,+GIA')).toMatchObject({ lab: ['GIA', 'SSEF'], asked: [] });
  expect(of('lab=SSEF,none')).toMatchObject({ lab: ['SSEF', 'none'], asked: [] });
  expect(of('status=sold,unsold&ids=1,2').asked).toEqual([]);
});

test('each unknown value of a list is reported with its nearest name', () => {
  const readList = parameterReader(auctionsList.params, auctionsList.rules);
  const { problems } = readList(
    'fields=titel,price,id&facets=gem_typ,origin&year=1500,2019,2200&sort=-prise',
  );
  expect(
    problems?.map(({ parameter, value, message }) => [parameter, value, message.split('. ')[1]]),
  ).toEqual([
    ['year', '1500', 'Use up to 50 whole numbers from 1600 to 2100.'],
    ['year', '2200', 'Use up to 50 whole numbers from 1600 to 2100.'],
    ['sort', '-prise', 'Did you mean -price?'],
    ['fields', 'price', 'Did you mean price_final_usd?'],
    ['fields', 'titel', 'Did you mean title?'],
    ['facets', 'gem_typ', 'Did you mean gem_type?'],
  ]);
});

test('a format other than JSON leads to the exports', () => {
  const [problem] = parameterReader(auctionsList.params)('format=csv').problems!;
  expect(problem!.message).toBe(
    'format: csv is not an allowed value. Use json; /api/ext/export has all rows of a view as CSV, NDJSON or Parquet.',
  );
});
