import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { lotPageText } from '../lot/lot-text.ts';
import { labeledSelect, segments } from '../page/choices.ts';
import { fill, h, rowNote } from '../page/element.ts';
import { change, count, date, lots, tenth, usd, usdShort } from '../page/format.ts';
import { priceNotes, priceUnit } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type Column, column } from '../page/table.ts';
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

const words = pricesText.records;

/** The lots that set price records, and how long each record stood: two requests, one when only the compared value changes. */
export function createRecordsView(): View {
  const controls = h('div', { class: 'figure-controls' });
  const figure = createFigure('records', words.title, chartsText.records, controls);
  const list = h('section', { class: 'figure' });
  return createSection({
    name: 'records',
    title: text.titles.records,
    path: () => 'records',
    parts(state) {
      fill(
        controls,
        segments(state, 'of', words.of, words.ofs),
        segments(state, 'scale', chartsText.market.scale, chartsText.market.scales),
        bandChoice(state),
      );
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
    // If later records are not shown, the chart ends at the last record shown.
    const end = total > data.length ? data.at(-1)?.counts_from : meta.as_of_date;
    figure.show({
      ...source(recordsUrl(state)),
      rows: data,
      columns,
      notes,
      chart: {
        rows: data.length > 0 ? recordMonths(data, end!) : [],
        lines: [{ of: ({ record }) => ({ value: record?.value_usd ?? null }) }],
        isLog: state.scale === 'log',
        isStepped: true,
        unit: unitOf(state)(priceUnit(meta.prices)),
        format: usdShort,
        readout,
      },
    });
    if (data.length === 0) return;
    replace(figure.element, list);
    const steps = data.toReversed().map((record) => step(record, state));
    fill(list, h('h2', {}, words.steps), h('ol', { class: 'ranking records', reversed: true }, ...steps));
  }
}

/** Adds "per carat" to an amount, unless records are of whole prices. */
const unitOf = ({ of }: PageState) => (of === 'price' ? (amount: string) => amount : chartsText.perCarat);

function bandChoice(state: PageState): HTMLElement {
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
    h('div', { class: 'ranked' }, lotLink(lot, state), rowNote(notes, ' ', sampleMark(lot))),
    h(
      'div',
      { class: 'ranked-value' },
      h('span', {}, usd(record.value_usd)),
      rowNote(isStanding ? words.standing : words.stood(span(stood))),
    ),
  );
}

function gain({ increase, increase_usd: amount, earlier_stood_days: earlier }: PriceRecord): string {
  if (amount === null) return words.first;
  return increase === null ? words.byUsd(usd(amount)) : words.by(change(increase), span(earlier ?? 0));
}

/** The price record at the end of a month; undefined before the first. */
interface RecordMonth {
  period: string;
  record: PriceRecord | undefined;
}

/** Each month from the first price record to the last day of the data, with its price record. */
function recordMonths(records: readonly PriceRecord[], asOf: string): RecordMonth[] {
  const months: RecordMonth[] = [];
  let next = 0;
  for (let at = monthOf(records[0]!.counts_from); at <= monthOf(asOf); at++) {
    while (records[next] && monthOf(records[next]!.counts_from) <= at) next++;
    const period = `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
    months.push({ period, record: records[next - 1] });
  }
  return months;
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

const daysOfYear = 365.25;

const span = (days: number) =>
  days < 2 * daysOfYear ? words.days(days, count(days)) : words.years(tenth(days / daysOfYear));

const columns: Column<PriceRecord>[] = [
  column('counts_from', words.columns.since),
  column('value_usd', words.columns.value, usd),
  column('increase', words.columns.increase, change),
  column('stood_days', words.columns.stood, count),
  column('lot.id', lotPageText.fields.id),
  column('lot.title', words.columns.lot),
];
