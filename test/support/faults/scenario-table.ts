import type { Tally } from './tally.ts';

/** The results of a scenario. A scenario with wrong data fails and has no row. */
export interface ScenarioRow {
  fault: string;
  tally: Tally;
  healthyAgainMs: number;
}

const head = [
  'fault',
  'requests',
  '200',
  '304',
  '503',
  'connection errors',
  'longest time without a good answer',
  'healthy again after',
  'data equal',
];

/** The table of all scenarios in Markdown. */
export function scenarioTable(rows: ScenarioRow[]): string {
  const lines = rows.map(({ fault, tally, healthyAgainMs }) => {
    const { 200: found, 304: unchanged, 503: unavailable, broken } = tally.counts;
    const requests = found + unchanged + unavailable + broken;
    const counts = [requests, found, unchanged, unavailable, broken];
    const times = [tally.longestGapMs(), healthyAgainMs].map(seconds);
    return [fault, ...counts, ...times, 'yes'];
  });
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
