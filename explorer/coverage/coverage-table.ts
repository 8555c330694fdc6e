import { h } from '../page/element.ts';
import { count, coveredPercent, date, lots } from '../page/format.ts';
import { columnHead, rowHead, scroller, table } from '../page/table.ts';
import type { Coverage, CoverageGroup } from '../service/answers.ts';
import { noValue, quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { inView, type PageState, withFilter } from '../state/page-state.ts';
import { coverageText } from '../text/en-coverage.ts';

const words = coverageText.table;

/** What can be known of a lot. */
export type Measure = keyof typeof coverageText.names;
export const measures = Object.keys(coverageText.names) as Measure[];

/** Whether the share is one of the sold lots: others have no price. */
export const isOfSold = (measure: Measure): boolean => measure.startsWith('price');

/** The lots of which the share is one. */
export const lotsBehind = (group: Pick<Coverage, 'lots' | 'sold_lots'>, measure: Measure): number =>
  isOfSold(measure) ? group.sold_lots : group.lots;

/** Shades of the cells, from nothing known to all. */
const shades = 7;

/** Houses in rows, years in columns, the share of lots for which a value is known in the cells. */
export function coverageTable(
  groups: readonly CoverageGroup[],
  measure: Measure,
  state: PageState,
): HTMLElement {
  const years = [...new Set(groups.map(({ year }) => year ?? null))].sort((a, b) => (a ?? 0) - (b ?? 0));
  const houses = [...new Set(groups.map(({ auction_house: house }) => house ?? null))];
  const at = new Map(groups.map((group) => [keyOf(group.auction_house, group.year), group]));
  const yearName = (year: number | null) => (year === null ? coverageText.unknownYear : String(year));
  const head = [
    columnHead(words.house),
    ...years.map((year) => columnHead(yearName(year))),
    columnHead(words.newest, 'coverage-newest'),
  ];
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
        group
          ? cell(group, measure, stateOf(group, state), name, yearName(years[place]!))
          : h('td', { class: 'heat-none' }, '·'),
      ),
      h('td', { class: 'coverage-newest' }, newest ? date(newest, 'month') : ''),
    );
  });
  return scroller(words.title, table({ class: 'coverage' }, words.title, head, rows));
}

const keyOf = (house: string | null | undefined, year: number | null | undefined) =>
  JSON.stringify([house ?? null, year ?? null]);

function cell(
  group: CoverageGroup,
  measure: Measure,
  list: PageState,
  house: string,
  year: string,
): HTMLElement {
  const { share, lots: known } = group[measure];
  const all = lotsBehind(group, measure);
  const spoken = coverageText.cell(house, year, coveredPercent(share), count(known), lots(all));
  const shade = share === null ? 'heat-none' : `heat-${Math.min(shades - 1, Math.floor(shades * share))}`;
  return h(
    'td',
    { class: shade },
    stateLink(list, { title: spoken, 'aria-label': spoken }, coveredPercent(share)),
  );
}

/** The lots that a cell counts: the filters of the view and its own. Those without a date have no filter of their own. */
function stateOf({ auction_house: house, year }: CoverageGroup, state: PageState): PageState {
  const ofHouse = withFilter(inView(state, 'search'), 'auction_house', [
    house == null ? noValue : quoted(house),
  ]);
  return year == null ? ofHouse : withFilter(ofHouse, 'year', [String(year)]);
}
