import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scorecardMetrics } from '../../../api/ext/scorecard/worker.ts';
import { createMetrics as createApiMetrics } from '../../../api/http/metrics.ts';
import type { IndexStates } from '../../../api/search/data-version.ts';
import { measureData } from '../../../api/search/data-version.ts';
import { ingestMetrics } from '../../../ingest/operations/metrics.ts';
import { findProgram, runProgram } from '../../../local/process/run-program.ts';

interface Rule {
  alert: string;
  expr: string;
}

const rules: Rule[] = parse(readFileSync('deploy/helm/gem-auctions/alerts.yaml', 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);

const programs = [createMetrics(), ingestMetrics(), scorecardMetrics()];
const metrics = programs.flatMap(({ registry }) => registry.getMetricsAsArray());

/** Every time series of the programs with its labels, and those that Prometheus adds. */
const series = new Map<string, string[]>([['up', ['job', 'instance']]]);
for (const metric of metrics as unknown as { name: string; type: string; labelNames: string[] }[]) {
  const labels = [...metric.labelNames, 'job', 'instance'];
  series.set(metric.name, labels);
  if (metric.type !== 'histogram') continue;
  for (const part of ['bucket', 'sum', 'count']) series.set(`${metric.name}_${part}`, [...labels, 'le']);
}

/** The metrics of an API that has not yet read any data. */
function createMetrics() {
  const api = createApiMetrics(() => 0);
  measureData(api.registry, { lastRead: () => undefined } as IndexStates);
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
  it.each(rules.map(({ alert, expr }) => [alert, expr]))(
    'the alert %s uses metrics and labels that exist',
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

  const promtool = findProgram('promtool');
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
    const asked = rules.flatMap(({ expr }) => [
      ...expr.matchAll(/increase\((gem_(?:ingest|scorecard)_\w+\{[^}]+\})/g),
    ]);
    expect(asked.length).toBeGreaterThan(2);
    for (const [, name] of asked) expect(text).toContain(`${name} 0\n`);
  });
});
