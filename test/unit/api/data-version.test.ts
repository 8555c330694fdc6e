import { describe, expect, it } from 'vitest';
import { requireMapping } from '../../../api/search/index-state.ts';

describe('what needs a version of the mapping', () => {
  it('waits for the migration of an older index', () => {
    expect(() => requireMapping({ mappingVersion: 1 }, 2)).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        reason: 'The index has version 1 of the mapping; this request needs version 2: migrate the index.',
      }),
    );
  });

  it.each([2, 3])('takes version %i where it needs 2', (mappingVersion) => {
    expect(() => requireMapping({ mappingVersion }, 2)).not.toThrow();
  });
});
