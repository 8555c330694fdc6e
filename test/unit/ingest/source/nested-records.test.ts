import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';
import { readFile } from './read-file.ts';

/** Reads a JSON file as an import with a profile does. */
async function read(content: string | Buffer, records?: string, path = 'sales.json') {
  const profile: Profile = { name: 'mine', fields: {}, ...(records !== undefined && { records }) };
  return readFile(content, { path, profile });
}

const fieldsOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).records.map((record) => ('fields' in record ? record.fields : record.problem.code));

describe('records in nested lists', () => {
  it.each([
    [
      'a list of sales',
      [
        { date: '2016-12-09', lots: [{ no: 1 }, { no: 2 }] },
        { lots: [{ no: 3 }], date: '2017-01-02' },
      ],
      'lots',
      [
        { 'sale.date': '2016-12-09', no: 1 },
        { 'sale.date': '2016-12-09', no: 2 },
        { 'sale.date': '2017-01-02', no: 3 },
      ],
    ],
    [
      'an object with values before and after its list',
      { sale: { date: '2016-12-09' }, lots: [{ no: 1 }], currency: 'GBP' },
      'lots',
      [{ 'sale.date': '2016-12-09', 'sale.currency': 'GBP', no: 1 }],
    ],
    [
      'lists within lists within objects',
      {
        data: {
          house: 'Doyle',
          sales: [
            { date: '2016', lots: [{ no: 1 }] },
            { date: '2017', lots: [] },
          ],
        },
      },
      'data.sales.lots',
      [{ 'sale.sale.data.house': 'Doyle', 'sale.date': '2016', no: 1 }],
    ],
    [
      'an object of objects',
      { a1: { no: 1 }, 'a 2': { no: 2, price: { amount: 5 } } },
      '*',
      [
        { key: 'a1', no: 1 },
        { key: 'a 2', no: 2, 'price.amount': 5 },
      ],
    ],
    [
      'an object of lists',
      { may: [{ no: 1 }], june: [{ no: 2 }] },
      '*',
      [
        { 'sale.key': 'may', no: 1 },
        { 'sale.key': 'june', no: 2 },
      ],
    ],
  ])('the records of %s have the values beside their list', async (_shape, value, records, expected) => {
    expect(await fieldsOf(JSON.stringify(value), records)).toEqual(expected);
    expect(await fieldsOf(gzipSync(JSON.stringify(value, null, 2)), records, 'sales.json.gz')).toEqual(
      expected,
    );
  });

  it('any sales are read lot by lot, with the lines of the file', async () => {
    const name = fc.constantFrom('title', 'price', 'no', 'a "b"', 'é', '__proto__');
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('[{', '}]', '\\"'),
    );
    const values = fc.dictionary(name, value, { minKeys: 1 });
    const sale = fc.record({ before: values, lots: fc.array(values, { maxLength: 4 }), after: value });
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(0, 1),
        async (sales, indent) => {
          const text = JSON.stringify(sales, null, indent);
          const { records } = await read(text, 'lots');
          const expected = sales.flatMap(({ before, lots, after }) =>
            lots.map((lot) => {
              const beside = Object.entries(before).map(([key, one]): [string, unknown] => [
                `sale.before.${key}`,
                one,
              ]);
              const filled = [...beside, ['sale.after', after] as const].filter(([, one]) => one !== '');
              return Object.fromEntries([...filled, ...Object.entries(lot)]);
            }),
          );
          expect(records.map((record) => 'fields' in record && record.fields)).toEqual(expected);
          if (indent === 0) return;
          // In an indented file a lot begins with a brace at this depth.
          const starts = text.split('\n').flatMap((line, i) => (line === '   {' ? [i + 1] : []));
          expect(records.map((record) => record.line)).toEqual(starts);
        },
      ),
    );
  });

  it('elements that are not lots are rejects with their text, and none is lost', async () => {
    const text =
      '[{"date": 1, "lots": [{"no": 1}, 7, {"no": tru}]},\n {"date": 2}, 8,\n {"date": 3, "lots": [{"no": 4}]}]';
    const { records } = await read(text, 'lots');
    expect(records).toMatchObject([
      { fields: { 'sale.date': 1, no: 1 } },
      { problem: { code: 'json_syntax' }, raw: '7' },
      { problem: { code: 'json_syntax' }, raw: '{"no": tru}' },
      { fields: { 'sale.date': 2 } },
      { problem: { code: 'json_syntax' }, raw: '8' },
      { fields: { 'sale.date': 3, no: 4 } },
    ]);
  });

  it('bytes that are not in the encoding reject their lot only', async () => {
    for (const text of [
      '[{"lots": [{"no": "caf\xe9"}, {"no": 2}]}]',
      '{"lots": [{"no": "caf\xe9"}, {"no": 2}]}',
    ]) {
      expect(await fieldsOf(Buffer.from(text, 'latin1'), 'lots')).toEqual(['bad_encoding', { no: 2 }]);
    }
  });

  it.each([
    ['{"items": [{"no": 1}]}', 'lots', /no list at "lots"/],
    ['[{"lots": [{"no": 1}]}', 'lots', /truncated/],
    ['{"lots": [{"no": 1}], "total": }', 'lots', /not JSON/],
    ['[{"key": 1, "lots": [{"no": 1, "sale.key": 2}]}]', 'lots', /both have a value named "sale.key"/],
  ])('the file %s with records at %j is refused with the reason', async (text, records, message) => {
    await expect(fieldsOf(text, records)).rejects.toThrow(message);
  });
});

describe('flat JSON records', () => {
  it('with a profile, nested objects are columns, plain lists are texts, and NaN is null', async () => {
    const text =
      '[{"id": 1, "price": {"amount": NaN, "money": {"code": "GBP"}}, "labs": ["SSEF", null, "GIA"], "photos": [{"u": 1}], "title": "NaN \\"-Infinity\\"", "low": -Infinity}]';
    expect(await fieldsOf(text)).toEqual([
      {
        ...{ id: 1, 'price.amount': null, 'price.money.code': 'GBP', labs: 'SSEF; GIA', photos: [{ u: 1 }] },
        ...{ title: 'NaN "-Infinity"', low: null },
      },
    ]);
    expect(await fieldsOf('{"price": {"amount": NaN}}\n', undefined, 'lots.ndjson')).toEqual([
      { 'price.amount': null },
    ]);
  });

  it('without a profile, records are read as they are written', async () => {
    const { records } = await readFile('[{"labs": ["SSEF"], "price": {"amount": 1}}, {"id": NaN}]', {
      path: 'lots.json',
    });
    expect(records).toMatchObject([
      { fields: { labs: ['SSEF'], price: { amount: 1 } } },
      { problem: { code: 'json_syntax' } },
    ]);
  });
});
