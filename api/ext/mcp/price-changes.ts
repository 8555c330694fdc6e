import type { Api, Found, Json } from './tool.ts';

/** The gems of a request, which a tool takes as a text with commas. */
const gemsOf = ({ gem_name = '' }: Record<string, Json>): string[] =>
  gem_name.split(',').filter((gem: string) => gem.trim() !== '');

/** Whether a request names one to four gems: each index is a request. */
export const hasIndex = (asked: Record<string, Json>): boolean => [1, 2, 3, 4].includes(gemsOf(asked).length);

/** The change of the price index of each gem of a request, from its first period with an index to the last. */
export async function priceChanges(
  asked: Record<string, Json>,
  api: Api,
): Promise<Required<Pick<Found, 'data' | 'responses' | 'notes'>>> {
  const gems = gemsOf(asked);
  const responses = [];
  for (const gem_name of gems) responses.push(await api.get('/api/ext/price-index', { ...asked, gem_name }));
  return {
    data: {
      price_index_changes: responses.map(({ data: { change, model } }, place) => ({
        ...{ gem_name: gems[place], n: model.n, ...change },
      })),
    },
    responses,
    notes: responses.flatMap(({ data: { change } }, place) =>
      change ? [] : `${gems[place]}: too few lots for a change of the price index`,
    ),
  };
}
