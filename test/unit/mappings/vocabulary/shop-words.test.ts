import { describe, expect, it } from 'vitest';
import { laboratoriesIn } from '../../../../ingest/record/profile/read-laboratories.ts';
import { laboratories, treatments } from '../../../../mappings/vocabulary/index.ts';

describe('treatments in the words of shops', () => {
  it.each([
    ['Standard Heat Only', 'Heated'],
    ['heat only', 'Heated'],
    ['Heated Only', 'Heated'],
    ['Traditional heating', 'Heated'],
    ['Simple Heat', 'Heated'],
    ['H', 'Heated'],
    ['H(b)', 'Heated'],
    ['H(Be)', 'Diffused'],
    ['NTE', 'No heat'],
    ['N/H', 'No heat'],
    ['Non-Heated', 'No heat'],
    ['Natural (no heat)', 'No heat'],
    ['Natural - Untreated', 'Untreated'],
  ])('%s is %s', (text, name) => {
    expect(treatments.canonical(text)).toBe(name);
  });

  it.each(['N', 'Yes', 'Standard', 'Only', 'Treated', 'Heat or oil'])('%s is not known', (text) => {
    expect(treatments.canonical(text)).toBeUndefined();
  });
});

describe('laboratories in the words of shops', () => {
  it.each([
    ['NGJA Certified', ['NGJA'], []],
    ['AGSL', ['AGS'], []],
    ['Certified by AGS and GIT', ['AGS', 'GIT'], []],
    ['AGL report 1098765', ['AGL'], ['1098765']],
    ['National Gem & Jewellery Authority', ['NGJA'], []],
  ])('%s names %j', (text, labs, reportNumbers) => {
    expect(laboratoriesIn(text)).toEqual({ labs, reportNumbers });
  });

  it('a certificate without a laboratory names none', () => {
    expect(laboratories.canonical('Certified')).toBeUndefined();
  });
});
