import { h } from '../page/element.ts';
import { carats, count, date, tenth, usd } from '../page/format.ts';
import { pricesUsed } from '../page/price-choices.ts';
import { columnHead, numberCell, numberHeads, pictureHead, rowHead, scroller, table } from '../page/table.ts';
import { factList } from '../prices/model-facts.ts';
import { pricesText } from '../prices/prices-text.ts';
import type { Prices as ChosenPrices, Comparables } from '../service/answers.ts';
import {
  gradeMeaning,
  lotsBehind,
  priceLevel,
  relaxedWords,
  usedLevel,
  weightsWithin,
} from './comparable-words.ts';

const { summary: words, search } = pricesText.comparables;

/** The prices, and the evidence behind them. */
export function summaryFigures(data: Comparables, used: ChosenPrices | undefined): HTMLElement[] {
  const { price_per_carat_usd: perCarat, price_usd: whole } = data;
  return [
    ...(perCarat && whole ? [priceTable(data.stone.carat, perCarat, whole)] : []),
    evidence(data, used),
  ];
}

/** A summary for screen readers. */
export function spokenSummary(data: Comparables): string {
  const { grade, price_per_carat_usd: perCarat } = data;
  const gist = perCarat ? words.spoken(usd(perCarat.median)) : gradeMeaning(data);
  return `${words.grade}: ${words.grades[grade]}. ${gist}`;
}

type Prices = NonNullable<Comparables['price_usd']>;

function priceTable(carat: number, perCarat: Prices, whole: Prices): HTMLElement {
  const row = (title: string, note: string, of: (prices: Prices) => string, kind?: string) =>
    h(
      'tr',
      { class: kind },
      rowHead(title, h('span', { class: 'row-note' }, note)),
      ...[perCarat, whole].map((prices) => numberCell(of(prices))),
    );
  const between = (low: number, high: number) => words.from(usd(low), usd(high));
  const head = [pictureHead(words.figure), ...numberHeads([words.perCarat, words.wholeStone(carats(carat))])];
  return table({ class: 'sums' }, words.title, head, [
    row(words.median, words.medianNote, ({ median }) => usd(median), 'sums-median'),
    row(words.range, words.rangeNote, ({ low, high }) => between(low, high)),
    row(words.sure, words.sureNote, ({ median_low, median_high }) => between(median_low, median_high)),
  ]);
}

const evidence = (data: Comparables, used: ChosenPrices | undefined) =>
  factList([
    [words.asOf, date(data.as_of)],
    [words.lots, lotsBehind(data)],
    [words.independent, data.n > 0 ? words.independentOf(tenth(data.independent_sales)) : null],
    [words.level, data.n > 0 ? priceLevel(data) : null],
    [words.basis, pricesUsed(used)],
  ]);

/** The relaxed criteria, in words and step by step. */
export function searchSteps(data: Comparables): HTMLElement[] {
  const used = usedLevel(data);
  const { columns } = search;
  const head = Object.values(columns).map((title, place) =>
    columnHead(title, (place === 0 || title === columns.lots) && 'number'),
  );
  const rows = data.levels.map((level, place) =>
    h(
      'tr',
      { class: place === used && 'level-used' },
      numberCell(count(place + 1)),
      h('td', {}, weightsWithin(data.stone.carat, level.size_window)),
      h('td', {}, level.years === null ? search.anyTime : search.years(count(level.years))),
      h('td', {}, search.origins[level.origin]),
      h('td', {}, search.treatments[level.treatment]),
      numberCell(count(level.lots), place === used && h('span', { class: 'row-note' }, search.used)),
    ),
  );
  return [
    h('p', { class: 'lead' }, search.lead),
    h('ul', { class: 'relaxed' }, ...relaxedWords(data).map((sentence) => h('li', {}, sentence))),
    scroller(search.title, table({ class: 'levels' }, search.title, head, rows)),
  ];
}
