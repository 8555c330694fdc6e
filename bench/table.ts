import type { Side } from './compare.ts';
import type { Report } from './history.ts';
import { deciding, type Figure, holds, type Outcome } from './row.ts';

/** The rows as a table in Markdown. */
export function table({ rows }: Report): string {
  const lines = rows.map((outcome) =>
    [
      outcome.what,
      outcome.figures.map(figureText).join('<br>'),
      side(outcome.api),
      side(outcome.raw),
      cpu(outcome),
      outcome.api?.apiMb === undefined ? '' : `${outcome.api.apiMb.toFixed(0)} MB`,
    ].join(' | '),
  );
  return [head, head.replaceAll(/[^|]+/g, ' --- '), ...lines.map((line) => `| ${line} |`)].join('\n');
}

const head =
  '| what | figures, floor | API: answers/s, p50 / p95 / p99 ms | raw: the same | CPU s per 1,000: API + engine, raw | API |';

/** A figure with its spread and its floor. */
export function figureText(one: Figure): string {
  const spread = typeof one.value === 'number' ? '' : ` (${short(one.value.low)}–${short(one.value.high)})`;
  const floor =
    one.atLeast === undefined ? (one.atMost === undefined ? '' : `, ≤ ${one.atMost}`) : `, ≥ ${one.atLeast}`;
  return `${holds(one) ? '' : '**missed** '}${short(deciding(one))}${spread} ${one.unit}${floor}`;
}

function side(one: Side | undefined): string {
  if (!one) return '';
  const { perSecond, p50Ms, p95Ms, p99Ms } = one;
  return `${short(perSecond.median)} (${short(perSecond.low)}–${short(perSecond.high)}); ${[p50Ms, p95Ms, p99Ms].map(short).join(' / ')}`;
}

function cpu({ api, raw }: Outcome): string {
  if (!api || !raw) return '';
  return `${short(api.apiCpuS ?? 0)} + ${short(api.engineCpuS)}, ${short(raw.engineCpuS)}`;
}

/** Three digits that mean something; all of a whole number, in groups of three. */
export function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
