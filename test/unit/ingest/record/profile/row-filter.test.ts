import { describe, expect, it } from 'vitest';
import { recordCheck } from '../../../../../ingest/import/check-records.ts';
import { applyIdentity, applyProfile } from '../../../../../ingest/record/profile/apply-profile.ts';
import { checkProfile } from '../../../../../ingest/record/profile/check-profile.ts';
import { expandProfile } from '../../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../../ingest/record/profile/profile.ts';

const profileWith = (filters: object) => {
  const written = expandProfile({
    name: 'test',
    fields: { id: 'no', title: 'what', object_type: 'kind' },
    titles: ['gem_type'],
    ...filters,
  });
  return { profile: written as Profile, problems: checkProfile(written) };
};
const row = { no: '1', what: 'A RUBY AND DIAMOND RING', kind: 'ring', department: 'Jewels' };
function leftOut(filters: object, cells: object = {}) {
  const { profile, problems } = profileWith(filters);
  expect(problems).toEqual([]);
  const result = applyProfile(profile)({ ...row, ...cells });
  return 'skipped' in result ? result.skipped : undefined;
}

describe('row filters of a profile', () => {
  const only = [{ column: 'department', words: ['jewels', 'jewellery'] }];
  const except = [
    { column: 'what', words: ['wrist watch'] },
    { column: 'what', patterns: ['^lot of \\d+ books'] },
    { column: 'note', filled: true },
    { column: 'kind', words: ['box'] },
  ];

  it('a row is kept when it meets every condition of only, and none of except', () => {
    expect(leftOut({ only, except })).toBeUndefined();
    expect(leftOut({ only: [...only, { column: 'no', patterns: ['^2'] }] })).toBe('only no: ^2');
  });

  it.each([
    [{ department: 'Books' }, 'only department: jewels, jewellery'],
    [{ department: '' }, 'only department: jewels, jewellery'],
    [{ what: 'A RUBY-SET WRIST-WATCH' }, 'except what: wrist watch'],
    [{ what: 'A RUBY-SET WRISTWATCH' }, undefined],
    [{ what: 'Lot of 12 books on the ruby' }, 'except what: ^lot of \\d+ books'],
    [{ note: 'withdrawn' }, 'except note: filled'],
    [{ note: 'n/a' }, undefined],
    [{ kind: 'Box' }, 'except kind: box'],
  ])('the row %j is left out by the rule: %s', (cells, rule) => {
    expect(leftOut({ only, except }, cells)).toBe(rule);
  });

  it('rows left out are counted, so that every line is accounted for', () => {
    const { profile } = profileWith({ except });
    const rows = [row, { ...row, kind: 'box' }, { ...row, what: 'nothing' }, { ...row, note: 'x' }, row];
    const records = rows.map((fields, i) => ({ line: i + 2, raw: '', fields }));
    const checked = recordCheck({
      id: 1,
      created_at: '2026-11-24T09:30:00.000Z',
      mode: 'upsert',
      profile,
    })(records);
    expect(checked).toMatchObject({
      read: 5,
      accepted: [{}, {}],
      rejected: [{ line: 4, code: 'no_gem' }],
      skipped: { 'except kind: box': 1, 'except note: filled': 1 },
    });
  });

  it.each([
    ['of the profile', { profile: { selection: 'hand_picked' } }, ['HAND_PICKED']],
    ['of the job', { selection: 'hand_picked' }, ['HAND_PICKED']],
    ['that nobody made', {}, []],
  ])('a selection %s decides whether lots are flagged as hand-picked', (_, given, flags) => {
    const { profile } = profileWith({});
    const check = recordCheck({
      ...{ id: 1, created_at: '2026-11-24T09:30:00.000Z', mode: 'upsert', ...given },
      profile: { ...profile, ...(given as { profile?: object }).profile },
    } as Parameters<typeof recordCheck>[0]);
    const { accepted } = check([{ line: 2, raw: '', fields: row }]);
    expect(accepted[0]!.record!.flags).toEqual(flags);
  });

  it('row filters do not affect a deletion', () => {
    expect(applyIdentity(profileWith({ only, except }).profile)({ no: '7' })).toMatchObject({
      fields: { id: 7 },
    });
  });

  it.each([
    [{ only: [{ words: ['a'] }] }, 'only: a condition needs a column'],
    [{ except: [{ column: 'a' }] }, 'except: a condition needs words or patterns, or filled'],
    [{ except: [{ column: 'a', patterns: ['('] }] }, 'except: the expression "("'],
  ])('the row filter %j is refused', (filters, problem) => {
    expect(profileWith(filters).problems).toEqual([expect.stringContaining(problem)]);
  });
});
