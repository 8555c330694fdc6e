import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { segments } from '../page/choices.ts';
import { fill, h, rowNote } from '../page/element.ts';
import { change, count, lots, saidOf, saidOfPart, tenth, usd } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { priceNotes } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type Column, column } from '../page/table.ts';
import type { View } from '../page/view.ts';
import { pricesText } from '../prices/prices-text.ts';
import type { Answer, PriceRecord } from '../service/answers.ts';
import { recordsUrl } from '../service/requests.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { lotLink, sampleMark, soldAt } from './lot-cells.ts';
import { searchText } from './search-text.ts';

const words = pricesText.records;

/** The lots that set price records, and how long each record stood: two requests, one when only the compared value changes. */
export function createView(): View {
  const controls = h('div', { class: 'figure-controls row' });
  const figure = createFigure('records', searchText.records.title, searchText.records, controls);
  return createSection({
    name: 'records',
    title: text.titles.records,
    isPriced: true,
    parts(state) {
      fill(controls, segments(state, 'of', words.of, words.ofs));
      return [part([figure], recordsUrl(state), draw)];
    },
  });

  function draw({ data, meta, pagination }: Answer<PriceRecord[]>, { state, source }: Drawing) {
    const gem = oneGem(state) ?? '';
    const total = pagination!.total_records;
    const what = words.ofs[state.of === 'price' ? 'price' : 'price_per_carat'];
    // A hint names the others of the family.
    const ofGem = gem && meta.hints?.length ? searchText.records.alone(gem) : gem;
    figure.show({
      ...source,
      // The newest record is the last one of all.
      headline:
        total > data.length
          ? undefined
          : searchText.records.headline(what, ofGem, usd(data.at(-1)?.value_usd)),
      lots: meta.compared_lots,
      notes: [
        saidOfPart(data.length, total, words.more),
        saidOf(meta.undated_lots, chartsText.market.undated),
        saidOf(meta.multi_stone_lots, words.multiStone),
        saidOf(meta.excluded_synthetic_lots, words.samples),
        ...priceNotes(meta.prices),
      ],
      rows: data.toReversed(),
      columns: columnsOf(state, what),
    });
  }
}

const daysOfYear = 365.25;

const span = (days: number) =>
  days < 2 * daysOfYear ? words.days(days, count(days)) : words.years(tenth(days / daysOfYear));

/** The columns of the records; files use the names of the API. */
const columnsOf = (state: PageState, what: string): Column<PriceRecord>[] => [
  column('lot.title', words.columns.lot, String, {
    cell: ({ lot }) => [lotLink(lot, state), rowNote(soldAt(lot), ' ', sampleMark(lot))],
  }),
  column('lot.id', searchText.records.id, String, { only: 'file' }),
  column('counts_from', words.columns.since, String, { only: 'file' }),
  column('value_usd', what, usd, {
    cell: ({ value_usd: value, equal_lots: equal }) => [
      usd(value),
      equal > 0 && rowNote(words.equal(lots(equal))),
    ],
  }),
  column('increase', words.columns.increase, change),
  column('stood_days', words.columns.stood, count, {
    cell: ({ is_standing: isStanding, stood_days: stood }) => [
      isStanding ? words.standing : stood === null ? words.notDated : span(stood),
    ],
  }),
];
