import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFile } from './read-file.ts';

const fieldsOf = (records: Awaited<ReturnType<typeof readFile>>['records']) =>
  records.map((record) => ('fields' in record ? record.fields : record.problem.code));

describe('reading JSON files', () => {
  it('any objects are read back, as lines or as an array', async () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(objects, fc.constantFrom(0, 2), async (values, indent) => {
        const plain = JSON.parse(JSON.stringify(values));
        const lines = await readFile(values.map((value) => JSON.stringify(value)).join('\n'), {
          path: 'a.ndjson',
        });
        const array = await readFile(JSON.stringify(values, null, indent), { path: 'a.json' });
        expect(fieldsOf(lines.records)).toEqual(plain);
        expect(fieldsOf(array.records)).toEqual(plain);
      }),
    );
  });

  it('a line that is not an object is rejected, and the next lines are read', async () => {
    const { records } = await readFile('{"id":1}\noops\n[1]\n"x"\n\n{"id":2}', { path: 'a.jsonl' });
    expect(fieldsOf(records)).toEqual([{ id: 1 }, 'json_syntax', 'json_syntax', 'json_syntax', { id: 2 }]);
    expect(records.map(({ line }) => line)).toEqual([1, 2, 3, 4, 6]);
  });

  it('an invalid element of an array is rejected, and the next elements are read', async () => {
    const { records } = await readFile('[\n{"id":1},\noops,\n{"id":2}\n]\n', { path: 'a.json' });
    expect(fieldsOf(records)).toEqual([{ id: 1 }, 'json_syntax', { id: 2 }]);
    expect(records.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('an extra brace rejects only its own element', async () => {
    const { records } = await readFile('[{"id":1}},{"id":2}]', { path: 'a.json' });
    expect(fieldsOf(records)).toEqual(['json_syntax', { id: 2 }]);
  });

  it('text after the end of the array is refused, and white space is not', async () => {
    await expect(readFile('[{"id":1}]\n[{"id":2}]', { path: 'a.json' })).rejects.toThrow(
      /What surrounds the list of records is not JSON/,
    );
    await expect(readFile('[{"id":1}],{"id":2}]', { path: 'a.json' })).rejects.toThrow(
      /What surrounds the list of records is not JSON/,
    );
    const { records } = await readFile(`[{"id":1}]${' \n'.repeat(2_000)}`, { path: 'a.json' });
    expect(fieldsOf(records)).toEqual([{ id: 1 }]);
  });

  it('a truncated array and a file that is not JSON are refused', async () => {
    await expect(readFile('[{"id":1},', { path: 'a.json' })).rejects.toThrow(/not closed/);
    await expect(readFile('id,title', { path: 'a.json' })).rejects.toThrow(/neither a JSON array nor lines/);
    await expect(readFile('', { path: 'lots' })).rejects.toThrow(/does not show the format/);
  });
});
