import { usdShort } from '../page/format.ts';
import type { EstimateGroup } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { estimatesText } from './estimates-text.ts';

/** The fields by which estimates are grouped. */
export const groupings = Object.keys(estimatesText.groups) as Grouping[];
export type Grouping = keyof typeof estimatesText.groups;

/** The name of a group. Classes of estimates and weights are put in words. */
export function groupName(group: EstimateGroup, by: Grouping): string {
  const value = String(group[by] ?? text.unknown);
  if (by === 'carat_band') return text.chips.carats(text.band(value));
  return by === 'estimate_band' ? bandName(value) : value;
}

/** A class of estimates, "10000-50000", in words. */
function bandName(band: string): string {
  const [from, to] = band.split('-') as [string, string];
  if (to === '') return estimatesText.over(usdShort(Number(from)));
  if (Number(from) === 0) return estimatesText.under(usdShort(Number(to)));
  return estimatesText.band(usdShort(Number(from)), usdShort(Number(to)));
}

/** Sorts classes and years; names stay in the order of the API, by number of lots. */
export function inOrder(groups: readonly EstimateGroup[], by: Grouping): EstimateGroup[] {
  if (by === 'auction_house' || by === 'gem_type') return [...groups];
  const start = (group: EstimateGroup) => Number.parseFloat(String(group[by]));
  return groups.toSorted((a, b) => start(a) - start(b));
}
