import { describe, expect, test } from 'vitest';
import { releaseNotes, versions } from '../../../deploy/release-notes.ts';

const changelog =
  '# Changelog\n\nIntroduction.\n\n## 1.2.0 – 2026-12-01\n\n- New.\n\n## 1.1.0 – 2026-11-01\n\n- Old.\n';

test('all files of the project have the same version', () => {
  expect([...new Set(Object.values(versions()))]).toHaveLength(1);
});

describe('the notes of a release', () => {
  test('the notes are the newest section of the changelog without its heading', () => {
    expect(releaseNotes('v1.2.0', changelog, { 'package.json': '1.2.0' })).toBe('- New.\n');
  });

  test('a version that differs from the tag is named with its file', () => {
    const found = { 'package.json': '1.2.0', 'CITATION.cff': '1.1.0' };
    expect(() => releaseNotes('v1.2.0', changelog, found)).toThrow(
      'The tag is v1.2.0, but CITATION.cff has 1.1.0. Set every version to 1.2.0.',
    );
  });

  test('a section without a date is refused', () => {
    const undated = changelog.replace('2026-12-01', 'in preparation');
    expect(() => releaseNotes('v1.2.0', undated, {})).toThrow('"## 1.2.0 – in preparation" has no date');
  });
});
