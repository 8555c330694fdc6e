import { describe, expect, it } from 'vitest';
import { gemTypes } from '../../../../mappings/vocabulary/index.ts';

describe('gem types', () => {
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
