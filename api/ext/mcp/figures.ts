import type { Figure } from './answer.ts';
import type { Api, Json, Response } from './tool.ts';

/** Fewer prices are a low sample, as in every statistic of the API. */
const lowSample = 5;

/** A figure: without an interval a count, a sum or a single price. */
export const figure = (
  name: string,
  value: number | null,
  unit: string,
  n: number,
  more: { of?: string | undefined; interval?: Figure['interval']; low_sample?: boolean } = {},
): Figure => {
  const { of, interval = null, low_sample } = more;
  return {
    ...{ name, value, unit, n, interval },
    ...(of !== undefined && { of }),
    ...(low_sample !== undefined && { low_sample }),
  };
};

/** A median with its interval. */
export const median = (name: string, summary: Json, unit: string, of?: string): Figure =>
  figure(name, summary.median, unit, summary.n, {
    of,
    interval: interval(summary.median_low, summary.median_high),
    low_sample: summary.n < lowSample,
  });

/** Null without both ends. */
export const interval = (low: number | null, high: number | null, of = '95% interval'): Figure['interval'] =>
  low === null || high === null ? null : { low, high, of };

/** The gems of a request, which a tool takes as a text with commas. */
export const gemsOf = ({ gem_name }: Record<string, Json>): string[] =>
  String(gem_name ?? '')
    .split(',')
    .filter((gem) => gem.trim() !== '');

/** The most gems whose indexes are compared: each is a request. */
export const mostGems = 4;

/** The change of the price index of each gem of a request, from its first period with an index to the last. */
export async function indexChanges(asked: Record<string, Json>, api: Api) {
  const gems = gemsOf(asked);
  const indexes: Response[] = [];
  for (const gem_name of gems) indexes.push(await api.get('/api/ext/price-index', { ...asked, gem_name }));
  const figures = indexes.flatMap(({ data: { change, model } }, place): Figure[] => {
    if (!change) return [];
    const name = `change of the price index from ${change.from} to ${change.to}`;
    const of = gems.length > 1 ? gems[place] : undefined;
    const more = { of, interval: interval(change.low, change.high) };
    return [figure(name, change.relative_change, 'share', model.n, more)];
  });
  const notes = indexes.flatMap(({ data: { change } }, place) =>
    change ? (change.note ?? []) : `${gems[place]}: too few lots for a change of the price index`,
  );
  return { indexes, figures, notes };
}
