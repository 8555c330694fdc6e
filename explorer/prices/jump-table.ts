import { type CsvColumn, column } from '../charts/figure-data.ts';
import { shareForest } from '../charts/share-track.ts';
import { cellLabel, h } from '../page/element.ts';
import { carats, change, count, decimal, factor } from '../page/format.ts';
import { columnHead, numberCell, numberHeads, rowHead, table } from '../page/table.ts';
import type { SizeJump } from '../service/answers.ts';
import { pricesText } from './prices-text.ts';

const words = pricesText.sizeCurve.jumps;

const shareOf = ({ relative_jump: effect, relative_low: low, relative_high: high }: SizeJump) => ({
  ...{ effect, low, high },
});

/** A table of the jumps, drawn around zero and as figures, with their numbers of lots. */
export function jumpTable(jumps: readonly SizeJump[]): HTMLElement {
  const forest = shareForest(jumps.map(shareOf));
  const titles = [words.jump, words.interval, words.error, words.below, words.above];
  const head = [columnHead(words.at), forest.head(words.picture), ...numberHeads(titles)];
  const rows = jumps.map((jump) => row(jump, forest.cell(shareOf(jump))));
  return table({ class: 'bars jumps' }, words.title, head, rows);
}

function row(jump: SizeJump, picture: HTMLElement): HTMLElement {
  const { gap, relative_jump: share, relative_low: low, relative_high: high } = jump;
  const cell = (label: string, value: string) => numberCell(cellLabel(label), value);
  const cells =
    gap === null
      ? [
          cell(words.jump, change(share)),
          cell(words.interval, words.between(change(low), change(high))),
          cell(words.error, factor(jump.standard_error)),
        ]
      : [h('td', { class: 'number', colspan: 3 }, words.gaps[gap])];
  return h(
    'tr',
    { class: gap !== null && 'low-sample' },
    rowHead(carats(jump.carat)),
    picture,
    ...cells,
    cell(words.below, count(jump.below.n)),
    cell(words.above, count(jump.above.n)),
  );
}

type Figure = 'carat' | 'relative_jump' | 'relative_low' | 'relative_high' | 'ln_jump' | 'standard_error';

const figure = (name: Figure, title: string, format: (value: number) => string): CsvColumn<SizeJump> =>
  column(name, title, (jump) => jump[name], format);

/** Columns of the jumps; files use the names of the API. */
export const jumpColumns: CsvColumn<SizeJump>[] = [
  figure('carat', words.at, carats),
  figure('relative_jump', words.jump, change),
  figure('relative_low', words.file.low, change),
  figure('relative_high', words.file.high, change),
  figure('ln_jump', words.file.ln_jump, decimal),
  figure('standard_error', words.error, decimal),
  column('below.n', words.below, ({ below }) => below.n, count),
  column('above.n', words.above, ({ above }) => above.n, count),
  column('gap', words.file.gap, ({ gap }) => gap),
];
