import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { identityReader, idOfKey } from '../../../../ingest/record/identity-reader.ts';
import { isSampleId } from '../../../../mappings/sample-ids.ts';

const read = identityReader({ columns: ['house', 'sale', 'lot'] }, {});
const idOf = (house: string, sale: string, lot: string) => {
  const identity = read({ house, sale, lot });
  return 'id' in identity ? identity.id : identity.code;
};

describe('ids derived from a key', () => {
  it('the id of a key never changes', () => {
    expect(idOfKey('christies\u001f1363\u001f372')).toBe(1175198130749368);
  });

  it('an id of sample lots is never derived: the hash is hashed again', () => {
    const digest = createHash('sha256').update('key 2172607').digest();
    expect(isSampleId(Number(digest.readBigUInt64BE() >> 11n))).toBe(true);
    const again = createHash('sha256').update(digest).digest().readBigUInt64BE() >> 11n;
    expect(idOfKey('key 2172607')).toBe(Number(again));
  });

  it('ids lie in 1 … 2^53-1 and are spread evenly', () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => idOfKey(`key ${i}`));
    expect(new Set(ids).size).toBe(20_000);
    expect(ids.every((id) => Number.isSafeInteger(id) && id >= 1)).toBe(true);
    expect(Math.max(...ids)).toBeGreaterThan(2 ** 53 * 0.999);
    expect(Math.min(...ids)).toBeLessThan(2 ** 53 * 0.001);
  });
});

describe('the identity of a row', () => {
  it('identities ignore case, accents, apostrophes and spaces', () => {
    expect(idOf('CHRISTIES', '1363', '372')).toBe(idOf('Christie’s ', ' 1363', '372'));
  });

  it('identities keep columns apart', () => {
    expect(idOf('A', '12', '3')).not.toBe(idOf('A', '1', '23'));
    expect(idOf('A', '+', '3')).not.toBe(idOf('A', '#', '3'));
  });

  it('a missing identity column rejects the row, unless the column may be empty', () => {
    expect(idOf('A', '', '3')).toBe('required');
    expect(idOf('A', 'n/a', '3')).toBe('required');
    const lenient = identityReader({ columns: ['house', 'lot'], may_be_empty: ['lot', 'house'] }, {});
    expect(lenient({ house: 'A' })).toHaveProperty('id');
    expect(lenient({})).toHaveProperty('code', 'required');
  });

  it('another namespace gives another id', () => {
    const row = { id: '17' };
    const a = identityReader({ columns: ['id'], namespace: 'one' }, {})(row);
    const b = identityReader({ columns: ['id'], namespace: 'two' }, {})(row);
    expect(a).not.toEqual(b);
  });
});
