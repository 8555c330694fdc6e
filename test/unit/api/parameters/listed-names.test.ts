import { describe, expect, it } from 'vitest';
import { filterParams } from '../../../../api/filters/filter-params.ts';
import { parameterReader } from '../../../../api/parameters/read-parameters.ts';

const read = parameterReader(filterParams);

describe('lists of names in a parameter', () => {
  it.each([
    ['gem_name', 'ruby,spinel', ['Ruby', 'Spinel']],
    ['gem_name', 'padparadscha,sapphire', ['Padparadscha Sapphire', 'Sapphire']],
    ['gem_name', 'ruby spinel', ['Spinel']],
    ['auction_house', 'bonhams,skinner', ['Bonhams', 'Skinner']],
    ['origin', 'kashmir,india', ['India', 'Kashmir']],
    ['origin', 'Kashmir, India', ['Kashmir']],
    ['origin', 'Mogok, Burma', ['Myanmar']],
    ['origin', 'burma,none', ['Myanmar', 'none']],
  ])('the list %s=%s is read as %j', (parameter, text, names) => {
    const { values } = read(new URLSearchParams({ [parameter]: text }).toString());
    expect(values).toEqual({ [parameter]: names });
  });
});
