import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { keep, type Report } from './history.ts';
import { deciding, type Outcome } from './row.ts';
import { short } from './table.ts';

/** Sizes and numbers of nodes for which the same table is measured. */
export const stages = [
  { records: 10_000, nodes: 1 },
  { records: 100_000, nodes: 1 },
  { records: 1_000_000, nodes: 1 },
  { records: 1_000_000, nodes: 3 },
  { records: 4_000_000, nodes: 1 },
];

const data = join(import.meta.dirname, 'results', 'growth.json');
const picture = join(import.meta.dirname, '../docs/images/growth.svg');

/** The measurements of each stage, in order. */
export function keptGrowth(): Report[] {
  return existsSync(data) ? JSON.parse(readFileSync(data, 'utf8')) : [];
}

/** Stores the measurements of a stage; rows that were not measured this time are kept. */
export function keepStage(report: Report): void {
  const kept = keptGrowth();
  const earlier = stages.map((stage) => kept.find((one) => isStage(one, stage)));
  const reports = stages.flatMap((stage, i) =>
    isStage(report, stage) ? [withRowsOf(report, earlier[i])] : (earlier[i] ?? []),
  );
  keep('growth', reports);
}

export type Stage = (typeof stages)[number];

const isStage = (report: Report, { records, nodes }: Stage) =>
  report.records === records && report.nodes === nodes;

function withRowsOf(report: Report, earlier?: Report): Report {
  const measured = report.rows.map(({ name }) => name);
  const others = earlier?.rows.filter(({ name }) => !measured.includes(name)) ?? [];
  return { ...report, rows: [...others, ...report.rows] };
}

/** Draws what `--growth` has kept: the median latency of each kind of request by the number of records. */
export async function drawGrowth(): Promise<string> {
  const values = keptGrowth()
    .filter(({ nodes }) => nodes === 1)
    .flatMap(({ records, rows }) =>
      rows.flatMap(({ name, api, raw }) =>
        api && raw && name.endsWith('-cold')
          ? [
              { records, what: name.replace('-cold', ''), side: 'API', ms: api.p50Ms },
              { records, what: name.replace('-cold', ''), side: 'bare Elasticsearch', ms: raw.p50Ms },
            ]
          : [],
      ),
    );
  const view = new View(parse(compile(chart(values)).spec), { renderer: 'none' });
  writeFileSync(picture, `${await view.toSVG()}\n`);
  return picture;
}

function chart(values: object[]): TopLevelSpec {
  return {
    data: { values },
    facet: { field: 'what', type: 'nominal', title: null },
    columns: 3,
    spec: {
      width: 220,
      height: 150,
      mark: { type: 'line', point: true },
      encoding: {
        x: { field: 'records', type: 'quantitative', scale: { type: 'log' }, axis: { format: '~s' } },
        y: { field: 'ms', type: 'quantitative', scale: { type: 'log' }, title: 'median ms' },
        color: { field: 'side', type: 'nominal', title: null },
      },
    },
    background: 'white',
  };
}

/**
 * One line per kind of request, one column per stage. In a cell of a row with both sides: responses per second of the
 * API, CPU milliseconds that bare Elasticsearch needs for one, the API's share of its answers a second; else the
 * figures.
 */
export function growthTable(reports: Report[]): string {
  const head = [
    '',
    ...reports.map(({ records, nodes }) => short(records) + (nodes > 1 ? `, ${nodes} nodes` : '')),
  ];
  const whats = new Map(reports.flatMap(({ rows }) => rows.map(({ name, what }) => [name, what])));
  const lines = Array.from(whats, ([name, what]) => [
    what,
    ...reports.map(({ rows }) => cell(rows.find((row) => row.name === name))),
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell(outcome: Outcome | undefined): string {
  if (!outcome) return '';
  const { api, raw, figures } = outcome;
  if (!api || !raw) return figures.map((figure) => `${short(deciding(figure))} ${figure.unit}`).join(', ');
  // CPU seconds for 1,000 are milliseconds for one.
  return `${short(api.perSecond.median)}/s, ${short(raw.engineCpuS)} ms; ${short(deciding(figures[0]!))}`;
}
