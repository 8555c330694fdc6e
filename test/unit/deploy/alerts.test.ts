import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics as createApiMetrics } from '../../../api/http/metrics.ts';
import { measureData } from '../../../api/search/index-state.ts';
import { ingestMetrics } from '../../../ingest/operations/metrics.ts';
import { runProgram } from '../../../local/process/run-program.ts';
import { findTool } from '../../support/find-tool.ts';

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
}

const all: Rule[] = parse(readFileSync('deploy/helm/gem-auctions/alerts.yaml', 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);

const rules = all.filter(({ alert }) => alert);

const programs = [createMetrics(), ingestMetrics()];
const metrics = programs.flatMap(({ registry }) => registry.getMetricsAsArray());

/** Every time series of the programs with its labels, those of the rules and the exporters, and those that Prometheus adds. */
const series = new Map<string, string[]>([
  ['up', ['job', 'instance']],
  ...all.flatMap(({ record }): [string, string[]][] => (record ? [[record, []]] : [])),
  ...[
    'elasticsearch_filesystem_data_available_bytes',
    'elasticsearch_filesystem_data_size_bytes',
    'elasticsearch_snapshot_stats_latest_snapshot_timestamp_seconds',
    'redis_memory_max_bytes',
    'redis_memory_used_bytes',
  ].map((name): [string, string[]] => [name, []]),
]);
for (const metric of metrics as unknown as { name: string; type: string; labelNames: string[] }[]) {
  const labels = [...metric.labelNames, 'job', 'instance'];
  series.set(metric.name, labels);
  if (metric.type !== 'histogram') continue;
  for (const part of ['bucket', 'sum', 'count']) series.set(`${metric.name}_${part}`, [...labels, 'le']);
}

/** The metrics of an API that has not yet read any data. */
function createMetrics() {
  const api = createApiMetrics(() => 0, 256);
  measureData(api.registry, { last: () => undefined });
  return api;
}

/** The metrics in an expression with their labels, and the positions of syntax errors. */
function read(expr: string) {
  const selectors: { name: string; labels: string[] }[] = [];
  const errors: number[] = [];
  parser.parse(expr).iterate({
    enter({ type, from, node }) {
      if (type.isError) errors.push(from);
      if (type.name === 'VectorSelector') {
        const name = expr.slice(node.firstChild!.from, node.firstChild!.to);
        selectors.push({ name, labels: [] });
      }
      if (type.name === 'LabelName' && node.parent?.name.endsWith('Matcher')) {
        selectors.at(-1)!.labels.push(expr.slice(node.from, node.to));
      }
    },
  });
  return { selectors, errors };
}

describe('alerting rules', () => {
  it.each(all.map(({ alert, record, expr }) => [alert ?? record, expr]))(
    'the rule %s uses metrics and labels that exist',
    (_, expr) => {
      const { selectors, errors } = read(expr);
      expect(errors).toEqual([]);
      expect(selectors.length).toBeGreaterThan(0);
      for (const { name, labels } of selectors) {
        expect([...series.keys()]).toContain(name);
        expect(series.get(name)).toEqual(expect.arrayContaining(labels));
      }
    },
  );

  const promtool = findTool('promtool');
  it.skipIf(!promtool)('each alert fires on its condition, and is silent without it', async () => {
    await runProgram(promtool!, ['check', 'rules', 'deploy/helm/gem-auctions/alerts.yaml']);
    expect(await runProgram(promtool!, ['test', 'rules', 'test/unit/deploy/alerts.promtool.yaml'])).toContain(
      'SUCCESS',
    );
  });
});

describe('published metrics', () => {
  it('counters in alerts start at 0, so that the first event is an increase', async () => {
    const texts = await Promise.all(programs.map(({ registry }) => registry.metrics()));
    const text = texts.join('');
    const asked = rules.flatMap(({ expr }) => [...expr.matchAll(/increase\((gem_ingest_\w+\{[^}]+\})/g)]);
    expect(asked.length).toBeGreaterThan(1);
    for (const [, name] of asked) expect(text).toContain(`${name} 0\n`);
  });
});
