import { h } from '../page/element.ts';
import { count, date, percent, tenth } from '../page/format.ts';
import { columnHead, numberCell, scroller, table } from '../page/table.ts';
import { factList } from '../prices/model-facts.ts';
import type { Comparables } from '../service/answers.ts';
import { valueText } from './value-text.ts';
import { usedLevel, weightsWithin } from './value-words.ts';

const words = valueText.method;

/** How the sales were found: the criteria step by step, and how far prices could be adjusted. */
export function methodOf(data: Comparables): HTMLElement[] {
  const used = usedLevel(data);
  const { columns } = words;
  const head = Object.values(columns).map((title, place) =>
    columnHead(title, (place === 0 || title === columns.lots) && 'number'),
  );
  const rows = data.levels.map((level, place) =>
    h(
      'tr',
      { class: place === used && 'level-used' },
      numberCell(count(place + 1)),
      h('td', {}, weightsWithin(data.stone.carat, level.size_window)),
      h('td', {}, level.years === null ? words.anyTime : words.years(count(level.years))),
      h('td', {}, words.kinds[level.origin]),
      h('td', {}, words.kinds[level.treatment]),
      numberCell(count(level.lots), place === used && h('span', { class: 'row-note' }, words.used)),
    ),
  );
  const hasSales = data.n > 0;
  return [
    h('p', { class: 'lead' }, words.lead),
    scroller(words.table, table({ class: 'levels' }, words.table, head, rows)),
    factList([
      [words.independent, hasSales ? words.independentOf(tenth(data.independent_sales)) : null],
      [words.level, hasSales ? words.levelOf(percent(data.adjusted_share), date(data.as_of)) : null],
    ]),
  ];
}
