import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { createTimeFigure } from '../charts/time-figure.ts';
import { lotPageText } from '../lot/lot-text.ts';
import { fill, h } from '../page/element.ts';
import { change, count, date, lots, tenth, usd, usdShort } from '../page/format.ts';
import { priceNotes, priceUnit } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { segments } from '../page/segments.ts';
import { labeledSelect } from '../page/select.ts';
import type { View } from '../page/view.ts';
import { pricesText } from '../prices/prices-text.ts';
import type { Answer, PriceRecord } from '../service/answers.ts';
import { bandNames } from '../service/carat-bands.ts';
import { load } from '../service/load.ts';
import { recordsUrl } from '../service/requests.ts';
import { goTo } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { lotLink, sampleMark, soldAt } from './lot-cells.ts';
import { type RecordMonth, recordMonths, recordPlot } from './record-steps.ts';

const words = pricesText.records;

/** The lots that set price records, and how long each record stood: two requests, one when only the compared value changes. */
export function createRecordsView(): View {
  const controls = { of: h('div', {}), scale: h('div', {}), band: h('div', {}) };
  const figure = createFigure('records', words.title, chartsText.records, ...Object.values(controls));
  const time = createTimeFigure<RecordMonth>('records');
  const list = h('section', { class: 'figure' });
  return createSection({
    ...{ name: 'records', title: text.titles.records, path: () => 'records' },
    parts(state) {
      fill(controls.of, segments(state, 'of', words.of, words.ofs));
      fill(controls.scale, segments(state, 'scale', chartsText.market.scale, chartsText.market.scales));
      fill(controls.band, ...bandChoice(state));
      return [part([figure], load<PriceRecord[]>(recordsUrl(state)), draw)];
    },
  });

  function draw({ data, meta, pagination }: Answer<PriceRecord[]>, { state, source, replace }: Drawing) {
    const total = pagination!.total_records;
    const notes = [
      total > data.length && words.more(count(data.length), count(total)),
      (meta.undated_lots ?? 0) > 0 && chartsText.market.undated(lots(meta.undated_lots!)),
      (meta.multi_stone_lots ?? 0) > 0 && words.multiStone(lots(meta.multi_stone_lots!)),
      meta.excluded_synthetic_lots !== undefined && words.samples(lots(meta.excluded_synthetic_lots)),
      ...priceNotes(meta.prices),
    ];
    const newest = data.at(-1);
    const finding =
      newest && total === data.length
        ? chartsText.record(unitOf(state)(usdShort(newest.value_usd)), date(newest.counts_from, 'month'))
        : undefined;
    const shown = { chart: time.element, notes, finding, rows: data, columns };
    figure.show({ ...source(recordsUrl(state)), ...shown, syntheticLots: 0 });
    if (data.length === 0) return;
    replace(figure.element, list);
    // If later records are not shown, the chart ends at the last record shown.
    const end = total > data.length ? data.at(-1)!.counts_from : meta.as_of_date!;
    const periods = recordMonths(data, end);
    const price = priceUnit(meta.prices);
    const unit = unitOf(state)(price);
    time.show({
      ...{ periods, shapes: [recordPlot(periods, state.scale === 'log', unit)], label: words.title },
      ...{ readout, isFaint: ({ record }) => record === undefined },
    });
    const steps = data.toReversed().map((record) => step(record, state));
    fill(list, h('h2', {}, words.steps), h('ol', { class: 'ranking records', reversed: true }, ...steps));
  }
}

/** Adds "per carat" to an amount, unless records are of whole prices. */
const unitOf = ({ of }: PageState) => (of === 'price' ? (amount: string) => amount : chartsText.perCarat);

function bandChoice(state: PageState): HTMLElement[] {
  const options = bandNames.map((band) => [band, text.band(band)] as const);
  return labeledSelect('band', words.band, [['', words.anyBand], ...options], state.band ?? '', (band) =>
    goTo({ ...state, band: band || undefined }),
  );
}

function readout({ record }: RecordMonth): [string, string][] {
  const terms = words.readout;
  if (!record) return [[terms.record, words.none]];
  return [
    [terms.record, usd(record.value_usd)],
    [terms.since, date(record.lot.auction_date, record.lot.auction_date_precision)],
    [terms.lot, record.lot.title],
  ];
}

function step(record: PriceRecord, state: PageState): HTMLElement {
  const { lot, is_standing: isStanding, stood_days: stood, equal_lots: equal } = record;
  const notes = [soldAt(lot), gain(record), equal > 0 && words.equal(lots(equal))].filter(Boolean).join('; ');
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'ranked' },
      lotLink(lot, state),
      h('span', { class: 'row-note' }, notes, ' ', sampleMark(lot)),
    ),
    h(
      'div',
      { class: 'ranked-value' },
      h('span', {}, usd(record.value_usd)),
      h('span', { class: 'row-note' }, isStanding ? words.standing : words.stood(span(stood))),
    ),
  );
}

function gain({ increase, increase_usd: amount, earlier_stood_days: earlier }: PriceRecord): string {
  if (amount === null) return words.first;
  return increase === null ? words.byUsd(usd(amount)) : words.by(change(increase), span(earlier ?? 0));
}

const daysOfYear = 365.25;

const span = (days: number) =>
  days < 2 * daysOfYear ? words.days(days, count(days)) : words.years(tenth(days / daysOfYear));

const columns: CsvColumn<PriceRecord>[] = [
  column('counts_from', words.columns.since, (row) => row.counts_from),
  column('value_usd', words.columns.value, (row) => row.value_usd, usd),
  column('increase', words.columns.increase, (row) => row.increase, change),
  column('stood_days', words.columns.stood, (row) => row.stood_days, count),
  column('lot.id', lotPageText.fields.id, (row) => String(row.lot.id)),
  column('lot.title', words.columns.lot, (row) => row.lot.title),
];
