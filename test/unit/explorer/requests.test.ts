import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as requests from '../../../explorer/service/requests.ts';
import { emptyState, inPlace, readState } from '../../../explorer/state/page-state.ts';

interface Parameter {
  name?: string;
  $ref?: string;
}
const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const nameOf = ({ name, $ref }: Parameter) =>
  name ?? document.components.parameters[$ref!.split('/').at(-1)!].name;

const { groupsUrl, gemGroupsUrl, estimatesUrl, ...others } = requests;
const priced = {
  ...others,
  groupsUrl: (state: ReturnType<typeof readState>) => groupsUrl(state, 'origin'),
  gemGroupsUrl: (state: ReturnType<typeof readState>) => gemGroupsUrl(state, ['Ruby', 'Spinel'], 'year'),
  estimatesUrl,
};
const figures = [
  ...(['trendsUrl', 'groupsUrl', 'gemGroupsUrl', 'housesUrl', 'houseYearsUrl', 'salesUrl'] as const),
  ...(['recordsUrl', 'priceIndexUrl', 'sizeCurveUrl', 'comparablesUrl', 'premiaUrl'] as const),
  'estimatesUrl',
] as const;

describe('requests of figures of prices', () => {
  test.each(figures)(
    '%s has only parameters that the API accepts, and the price choices among them',
    (name) => {
      const url = new URL(priced[name](readState('?basis=hammer&dollars=real')), 'http://localhost');
      const accepted: string[] = document.paths[url.pathname].get.parameters.map(nameOf);
      const sent = [...url.searchParams.keys()];
      expect(accepted).toEqual(expect.arrayContaining(sent));
      for (const choice of ['basis', 'dollars'])
        expect(sent.includes(choice), choice).toBe(accepted.includes(choice));
    },
  );

  test('estimates never mix price bases', () => {
    expect(estimatesUrl(readState('?basis=published'))).not.toContain('basis');
  });

  test('price choices are kept in another place', () => {
    const state = readState('?basis=premium&dollars=real&page=3');
    expect(inPlace(state, 'prices')).toEqual({
      ...emptyState,
      view: 'prices',
      basis: 'premium',
      dollars: 'real',
    });
  });
});
