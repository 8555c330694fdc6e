import { caratNumber, carats, count, percent } from '../page/format.ts';
import { pricesText } from '../prices/prices-text.ts';
import type { Comparables } from '../service/answers.ts';
import { text } from '../text/text.ts';

const { summary: words, search } = pricesText.comparables;

/** Why the grade is not better, or why there is no figure. */
export function gradeMeaning({ grade, grade_reasons: reasons, n }: Comparables): string {
  if (n === 0) return words.noLots;
  return grade === 'good' ? words.good : reasons.join(' ');
}

/** The weights in a window, as a range of carats. */
export function weightsWithin(carat: number, window: number): string {
  return text.range(caratNumber(carat / (1 + window)), carats(carat * (1 + window)));
}

/** The relaxed criteria and the undescribed traits, one sentence each. */
export function relaxedWords({ stone, criteria, levels, relaxed }: Comparables): string[] {
  const [first] = levels as [Comparables['levels'][number]];
  const years = count(first.years!);
  const descriptions = {
    size: () =>
      search.size(
        weightsWithin(stone.carat, criteria.size_window),
        weightsWithin(stone.carat, first.size_window),
      ),
    age: () => (criteria.years === null ? search.anyAge(years) : search.age(count(criteria.years), years)),
    origin: () => widerOrigin(stone, criteria.origin),
    treatment: () => search.anyTreatment(stone.treatment ?? ''),
  };
  return [
    ...(relaxed.length === 0 ? [search.nothing] : relaxed.map((criterion) => descriptions[criterion]())),
    ...(stone.origin === null ? [search.openOrigin] : []),
    ...(stone.treatment === null ? [search.openTreatment] : []),
  ];
}

function widerOrigin({ origin, region }: Comparables['stone'], now: string): string {
  if (now === 'region') return search.region(region ?? '', origin ?? '');
  return origin === null || origin === 'none' ? search.anyUnknownOrigin : search.anyOrigin(origin);
}

/** The index of the level whose lots are used. */
export function usedLevel({ criteria, levels }: Comparables): number {
  const names = ['size_window', 'years', 'origin', 'treatment'] as const;
  return levels.findIndex((level) => names.every((name) => level[name] === criteria[name]));
}

/** The number of lots used, and the number that meet the criteria if that is larger. */
export function lotsBehind(data: Comparables): string {
  const all = data.levels[usedLevel(data)]?.lots ?? data.n;
  return all > data.n ? words.nearest(count(data.n), count(all)) : count(data.n);
}

/** The share of the weight with prices adjusted to the year of as_of. */
export function priceLevel({ adjusted_share: share, as_of: asOf }: Comparables): string {
  const year = asOf?.slice(0, 4) ?? text.unknown;
  if (share === 0) return words.levelNone(year);
  return share === 1 ? words.levelAll(year) : words.levelOf(percent(share), year);
}
