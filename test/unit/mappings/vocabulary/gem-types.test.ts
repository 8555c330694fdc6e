import { describe, expect, it } from 'vitest';
import { gemTypes } from '../../../../mappings/vocabulary/index.ts';

describe('gem types', () => {
  it.each([
    [
      'Ruby',
      [
        'ruby',
        'RUBIES',
        'rubis',
        'rubino',
        'Rubin',
        'rubí',
        '紅寶石',
        '红宝石',
        'natural ruby',
        "pigeon's blood ruby",
      ],
    ],
    [
      'Sapphire',
      [
        'Blue Sapphire',
        'natural blue sapphire',
        'saphir',
        'zaffiro',
        '藍寶石',
        '蓝宝石',
        'Unheated Sapphire',
      ],
    ],
    [
      'Padparadscha Sapphire',
      ['Padparadscha', 'padparadsha', 'Padparadscha Sapphire', 'natural padparadscha'],
    ],
    ['Emerald', ['émeraude', 'EMERAUDE', 'smeraldo', 'Smaragd', 'esmeralda', '祖母綠', '祖母绿']],
    ['Diamond', ['diamant', 'diamante', 'Diamant', '鑽石', '钻石', 'white diamond', 'D-color diamond']],
    [
      'Pink Diamond',
      [
        'Fancy Vivid Pink Diamond',
        'fancy intense purplish pink diamonds',
        'Fancy Light Orangy-Pink Diamond',
        '粉鑽',
      ],
    ],
    [
      'Blue Diamond',
      ['fancy intense blue diamond', 'Fancy Grayish Blue Diamond', 'fancy deep blue colored diamond'],
    ],
    [
      'Yellow Diamond',
      ['canary diamond', 'Fancy Deep Brownish-Yellow Diamond', 'fancy vivid yellow diamond'],
    ],
    [
      'Paraíba Tourmaline',
      ['Paraiba', 'PARAIBA TOURMALINES', 'tourmaline Paraíba', 'Paraíba-type tourmaline'],
    ],
    ['Spinel', ['spinelle', 'spinello', 'Spinell', '尖晶石', 'red spinel', 'blue spinel']],
    ["Cat's Eye Chrysoberyl", ['cat’s-eye', 'Chrysoberyl Cat’s Eye', 'œil-de-chat', 'Oeil de chat', '貓眼']],
  ])('the gem type %s is recognized in each of its spellings', (name, spellings) => {
    for (const spelling of spellings) expect(gemTypes.canonical(spelling), spelling).toBe(name);
  });

  it('varieties with a name of their own are distinguished from their species', () => {
    const names = [
      ['Garnet', 'Tsavorite', 'Demantoid', 'Rhodolite', 'Spessartine'],
      ['Sapphire', 'Padparadscha', 'Pink Sapphire', 'Star Sapphire', 'Color-Change Sapphire'],
      ['Tourmaline', 'Paraíba Tourmaline', 'Rubellite', 'Indicolite'],
      ['Beryl', 'Emerald', 'Aquamarine', 'Morganite', 'Red Beryl'],
      ['Chrysoberyl', 'Alexandrite', "Cat's Eye", "Cat's Eye Alexandrite"],
      ['Jade', 'Jadeite', 'Nephrite'],
      ['Pearl', 'Cultured Pearl', 'Conch Pearl', 'Melo Pearl', 'Tahitian Pearl'],
      ['Opal', 'Black Opal', 'Fire Opal', 'Boulder Opal'],
      ['Diamond', 'Pink Diamond', 'Blue Diamond', 'Black Diamond', 'Fancy White Diamond'],
      ['Spinel', 'Cobalt Spinel', 'Taaffeite', 'Musgravite'],
    ];
    for (const group of names) {
      const canonical = group.map((name) => gemTypes.canonical(name));
      expect(canonical).not.toContain(undefined);
      expect(new Set(canonical).size, group.join()).toBe(group.length);
    }
  });

  it('a colored diamond is named by its last color', () => {
    expect(gemTypes.canonical('Fancy Pink-Brown Diamond')).toBe('Brown Diamond');
    expect(gemTypes.canonical('Fancy Brown-Pink Diamond')).toBe('Pink Diamond');
  });

  it('text that only alludes to a gem is not recognized as a gem', () => {
    for (const text of [
      'Cartier',
      'ruby red watch',
      'ruby and diamond',
      'burmese ruby',
      'emerald-cut',
      'blue',
    ]) {
      expect(gemTypes.canonical(text), text).toBeUndefined();
    }
  });

  it('a natural South Sea pearl is not recognized as a cultured one', () => {
    expect(gemTypes.canonical('natural South Sea pearl')).toBe('Pearl');
    expect(gemTypes.canonical('South Sea pearl')).toBe('South Sea Pearl');
  });
});
