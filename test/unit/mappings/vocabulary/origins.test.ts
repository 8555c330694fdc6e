import { describe, expect, it } from 'vitest';
import { origins } from '../../../../mappings/vocabulary/index.ts';

describe('origins', () => {
  it.each([
    [
      'Myanmar',
      [
        'Burma',
        'Burmese',
        'Myanmar (Burma)',
        'Burma (Myanmar)',
        'Burmese (Myanmar)',
        'Birmanie',
        'birman',
        'birmana',
        '緬甸',
        '缅甸',
      ],
    ],
    [
      'Myanmar',
      [
        'Mogok',
        'Mogok, Burma (Myanmar)',
        'Mogok Valley in Burma',
        'Mong Hsu',
        'Namya',
        'Hpakant',
        'Mogok mine',
      ],
    ],
    [
      'Sri Lanka',
      [
        'Ceylon',
        'Ceylan',
        'Ceylonese',
        'Sri Lankan',
        'Ceylon (Sri Lanka)',
        'Ratnapura',
        'Elahera',
        'Ratnapura, Ceylon',
        '斯里蘭卡',
        '斯里兰卡',
      ],
    ],
    [
      'Kashmir',
      ['Kashmiri', 'Cachemire', 'Kaschmir', 'Kashmir, India', 'Padar', '克什米爾', '喀什米爾', '克什米尔'],
    ],
    [
      'Colombia',
      [
        'Colombian',
        'Columbia',
        'Columbian',
        'Columbian Andes',
        'Muzo',
        'Chivor',
        'Coscuez',
        'Muzo mine, Colombia',
        '哥倫比亞',
      ],
    ],
    [
      'India',
      ['Golconda', 'Golconda Mine in India', 'Golconda mines in India', 'Golconda (India)', 'Indian'],
    ],
    ['Tajikistan', ['Kuh-i-Lal', 'Kuh-i-Lal mines, in Tajikistan', 'Kuh-i-Lal (Tajikistan)', 'Pamir']],
    ['Thailand', ['Siam', 'Chanthaburi', 'Thai']],
    ['Vietnam', ['Luc Yen', 'Lục Yên', 'Viet Nam']],
    ['United States', ['USA', 'U.S.A.', 'Montana', 'Yogo Gulch']],
    ['Persian Gulf', ['Basra', 'Bahrain']],
  ])('the origin %s is recognized by its mines, adjectives, old names and languages', (name, spellings) => {
    for (const spelling of spellings) expect(origins.canonical(spelling), spelling).toBe(name);
  });

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
