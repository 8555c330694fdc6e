import { describe, expect, it } from 'vitest';
import { origins } from '../../../../mappings/vocabulary/index.ts';

describe('origins', () => {
  it('a text with several places gives no origin', () => {
    for (const text of [
      'Tanzania / Vietnam / Burma',
      'Mozambique / Nigeria',
      'Burma or Ceylon',
      'Mogok, Sri Lanka',
    ]) {
      expect(origins.canonical(text), text).toBeUndefined();
    }
  });

  it.each([
    ['Pelmadulla', 'Sri Lanka'],
    ['Nivithigala, Sri Lanka', 'Sri Lanka'],
    ['Haldola, Ceylon', 'Sri Lanka'],
    ['St. Oberndorf Hill, Tanzania', 'Tanzania'],
    ['Otanche', 'Colombia'],
    ['Bernardmyo, Myanmar', 'Myanmar'],
  ])('the town or mine of %s gives the country %s', (text, name) => {
    expect(origins.canonical(text)).toBe(name);
  });

  it.each([
    'Mong Hsu, Thailand',
    'Old Mogok Stones, Thailand',
    'Possibly Haldola, Thailand',
    'not from Haldola, Thailand',
    'cut in Bangkok, Thailand',
    'Haldola, Nowhere',
    'Sri Lanka, Haldola',
    'Jaipur',
    'Colombo',
  ])('the text %s gives no origin', (text) => {
    expect(origins.canonical(text)).toBeUndefined();
  });

  it('a name that means several places gives no origin', () => {
    for (const text of ['Badakhshan', 'Congo', 'Africa', 'South Seas', 'Asia']) {
      expect(origins.canonical(text), text).toBeUndefined();
    }
  });
});
