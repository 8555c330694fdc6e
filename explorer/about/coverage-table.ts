import { h } from '../page/element.ts';
import { count, coveredPercent, date, lots } from '../page/format.ts';
import { columnHead, rowHead, scroller, table } from '../page/table.ts';
import type { Coverage, CoverageGroup } from '../service/answers.ts';
import { noValue, quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { inPlace, type PageState, withFilter } from '../state/page-state.ts';
import { coverageText } from './coverage-text.ts';

const words = coverageText.table;

/** The facts of a lot whose coverage is measured. */
export type Measure = keyof typeof coverageText.names;
export const measures = Object.keys(coverageText.names) as Measure[];

/** Whether a share is of the sold lots, because other lots have no price. */
export const isOfSold = (measure: Measure): boolean => measure.startsWith('price');

/** The number of lots that a share refers to. */
export const lotsBehind = (group: Pick<Coverage, 'lots' | 'sold_lots'>, measure: Measure): number =>
  isOfSold(measure) ? group.sold_lots : group.lots;

/** Number of shades of the cells, from none known to all known. */
const shades = 7;

/**
 * A table with houses in rows, years in columns, and in cells the share of lots with a known value, or the number of lots
 * without a measure.
 */
export function coverageTable(
  groups: readonly CoverageGroup[],
  measure: Measure | undefined,
  state: PageState,
): HTMLElement {
  const years = [...new Set(groups.map(({ year }) => year ?? null))].sort((a, b) => (a ?? 0) - (b ?? 0));
  const houses = [...new Set(groups.map(({ auction_house: house }) => house ?? null))];
  const at = new Map(groups.map((group) => [keyOf(group.auction_house, group.year), group]));
  const most = Math.max(...groups.map((group) => group.lots));
  const yearName = (year: number | null) => (year === null ? coverageText.unknownYear : String(year));
  const head = [
    columnHead(words.house),
    ...years.map((year) => columnHead(yearName(year))),
    columnHead(words.newest, 'coverage-newest'),
  ];
  const cell = (group: CoverageGroup, house: string, year: string) => {
    const { shade, shown, spoken } = measure ? shareOf(group, measure) : lotsOf(group, most);
    const label = spoken(house, year);
    const link = stateLink(stateOf(group, state), { title: label, 'aria-label': label }, shown);
    return h('td', { class: `heat-${shade}` }, link);
  };
  const rows = houses.map((house) => {
    const name = house ?? coverageText.unknownHouse;
    const ofHouse = years.map((year) => at.get(keyOf(house, year)));
    const newest = ofHouse
      .map((group) => group?.newest_sale ?? '')
      .toSorted()
      .at(-1);
    return h(
      'tr',
      {},
      rowHead(name),
      ...ofHouse.map((group, place) =>
        group ? cell(group, name, yearName(years[place]!)) : h('td', { class: 'heat-none' }, '·'),
      ),
      h('td', { class: 'coverage-newest' }, newest ? date(newest, 'month') : ''),
    );
  });
  return scroller(words.title, table({ class: 'coverage' }, words.title, head, rows));
}

const keyOf = (house: string | null | undefined, year: number | null | undefined) =>
  JSON.stringify([house ?? null, year ?? null]);

/** What a cell shows of a measure. */
function shareOf(group: CoverageGroup, measure: Measure) {
  const { share, lots: known } = group[measure];
  const shown = coveredPercent(share);
  const numbers = [count(known), lots(lotsBehind(group, measure))] as const;
  return {
    shade: share === null ? 'none' : Math.min(shades - 1, Math.floor(shades * share)),
    shown,
    spoken: (house: string, year: string) => coverageText.cell(house, year, shown, ...numbers),
  };
}

/** What a cell shows of the number of lots; its shade grows with the logarithm. */
const lotsOf = (group: CoverageGroup, most: number) => ({
  shade: Math.floor(((shades - 1) * Math.log(group.lots)) / Math.log(Math.max(most, 2))),
  shown: count(group.lots),
  spoken: (house: string, year: string) => coverageText.lotsCell(house, year, lots(group.lots)),
});

/** The list of the lots that a cell counts. No filter selects lots without a date, so those cells filter by house only. */
function stateOf({ auction_house: house, year }: CoverageGroup, state: PageState): PageState {
  const ofHouse = withFilter(inPlace(state, 'search'), 'auction_house', [
    house == null ? noValue : quoted(house),
  ]);
  return year == null ? ofHouse : withFilter(ofHouse, 'year', [String(year)]);
}
