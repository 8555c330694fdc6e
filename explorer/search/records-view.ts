import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { labeledSelect, segments } from '../page/choices.ts';
import { fill, h, rowNote } from '../page/element.ts';
import { change, count, lots, tenth, usd } from '../page/format.ts';
import { priceNotes, priceUnit } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type Column, column } from '../page/table.ts';
import type { View } from '../page/view.ts';
import { pricesText } from '../prices/prices-text.ts';
import type { Answer, PriceRecord } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { bandNames, recordsUrl } from '../service/requests.ts';
import { goTo } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { lotLink, sampleMark, soldAt } from './lot-cells.ts';
import { searchText } from './search-text.ts';

const words = pricesText.records;

/** The lots that set price records, and how long each record stood: two requests, one when only the compared value changes. */
export function createRecordsView(): View {
  const controls = h('div', { class: 'figure-controls' });
  const figure = createFigure('records', searchText.records.title, searchText.records.lead, controls);
  return createSection({
    name: 'records',
    title: text.titles.records,
    path: () => 'records',
    parts(state) {
      fill(controls, segments(state, 'of', words.of, words.ofs), bandChoice(state));
      return [part([figure], load<PriceRecord[]>(recordsUrl(state)), draw)];
    },
  });

  function draw({ data, meta, pagination }: Answer<PriceRecord[]>, { state, source }: Drawing) {
    const total = pagination!.total_records;
    const price = priceUnit(meta.prices);
    const steps = data.toReversed().map((record) => step(record, state));
    figure.show({
      ...source(recordsUrl(state)),
      headline: searchText.records.headline(state.of === 'price' ? price : chartsText.perCarat(price)),
      chart: h('ol', { class: 'ranking records', reversed: true }, ...steps),
      notes: [
        total > data.length && words.more(count(data.length), count(total)),
        (meta.undated_lots ?? 0) > 0 && chartsText.market.undated(lots(meta.undated_lots!)),
        (meta.multi_stone_lots ?? 0) > 0 && words.multiStone(lots(meta.multi_stone_lots!)),
        meta.excluded_synthetic_lots !== undefined && words.samples(lots(meta.excluded_synthetic_lots)),
        ...priceNotes(meta.prices),
      ],
      rows: data,
      columns,
    });
  }
}

function bandChoice(state: PageState): HTMLElement {
  const options = bandNames.map((band) => [band, text.band(band)] as const);
  return labeledSelect('band', words.band, [['', words.anyBand], ...options], state.band ?? '', (band) =>
    goTo({ ...state, band: band || undefined }),
  );
}

function step(record: PriceRecord, state: PageState): HTMLElement {
  const { lot, is_standing: isStanding, stood_days: stood, equal_lots: equal } = record;
  const notes = [soldAt(lot), gain(record), equal > 0 && words.equal(lots(equal))].filter(Boolean).join('; ');
  return h(
    'li',
    {},
    h('div', { class: 'ranked' }, lotLink(lot, state), rowNote(notes, ' ', sampleMark(lot))),
    h(
      'div',
      { class: 'ranked-value' },
      h('span', {}, usd(record.value_usd)),
      rowNote(isStanding ? words.standing : stood === null ? words.notDated : words.stood(span(stood))),
    ),
  );
}

function gain({ increase, increase_usd: amount, earlier_stood_days: earlier }: PriceRecord): string {
  if (amount === null) return words.first;
  if (increase === null) return words.byUsd(usd(amount));
  return words.by(change(increase), earlier === null ? null : span(earlier));
}

const daysOfYear = 365.25;

const span = (days: number) =>
  days < 2 * daysOfYear ? words.days(days, count(days)) : words.years(tenth(days / daysOfYear));

const columns: Column<PriceRecord>[] = [
  column('counts_from', words.columns.since),
  column('value_usd', words.columns.value, usd),
  column('increase', words.columns.increase, change),
  column('stood_days', words.columns.stood, count),
  column('lot.id', searchText.records.id),
  column('lot.title', words.columns.lot),
];
