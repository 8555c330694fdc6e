import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type PricedPath, priceParams, takes } from '../../../explorer/service/price-params.ts';
import { emptyState, inPlace, readState } from '../../../explorer/state/page-state.ts';

interface Parameter {
  name?: string;
  $ref?: string;
}
const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const nameOf = ({ name, $ref }: Parameter) =>
  name ?? document.components.parameters[$ref!.split('/').at(-1)!].name;

const paths: Record<PricedPath, string[]> = {
  trends: ['/api/v1/stats/trends'],
  market: ['/api/v1/stats/market'],
  records: ['/api/ext/records'],
  estimates: ['/api/ext/estimates'],
  'price-index': ['/api/ext/price-index'],
  'size-curve': ['/api/ext/size-curve'],
  comparables: ['/api/ext/comparables'],
  premia: ['/api/ext/premia'],
};

describe('price choices of the page', () => {
  test.each(Object.entries(paths))(
    'price choices are sent to %s only when the API accepts them',
    (priced, addresses) => {
      for (const address of addresses) {
        const names: string[] = document.paths[address].get.parameters.map(nameOf);
        for (const choice of ['basis', 'dollars'] as const) {
          const isTaken = takes(priced as PricedPath, choice);
          expect(names.includes(choice), `${address} ${choice}`).toBe(isTaken);
        }
      }
    },
  );

  test('a path gets only the choices that it takes, and estimates never mix price bases', () => {
    const sent = (path: PricedPath, search: string) =>
      Object.fromEntries(priceParams(path, readState(search)).filter(([, value]) => value !== undefined));
    expect(sent('trends', '?basis=hammer&dollars=real')).toEqual({ basis: 'hammer', dollars: 'real' });
    expect(sent('premia', '?basis=hammer&dollars=real')).toEqual({ basis: 'hammer' });
    expect(sent('estimates', '?basis=published')).toEqual({});
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
