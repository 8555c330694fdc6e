import { globSync, readFileSync } from 'node:fs';
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
const runbook = readFileSync('docs/runbook.md', 'utf8');
const observability = readFileSync('docs/operations/observability.md', 'utf8');
const documents = globSync('docs/{operations,reports}/*.md').map((file) => readFileSync(file, 'utf8'));

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

  it('each alert has an entry in the runbook, and no other entry exists', () => {
    const entries = [...runbook.matchAll(/^### (Gem\w+)$/gm)].map(([, name]) => name);
    expect(entries).toEqual(rules.map(({ alert }) => alert));
  });

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

  const own = metrics.map(({ name }) => name).filter((name) => name.startsWith('gem_'));

  it.each(own)('the metric %s is documented in docs/operations/observability.md with its labels', (name) => {
    const labels = series.get(name)!.slice(0, -2);
    expect(observability).toContain(`\`${name}${labels.length > 0 ? `{${labels.join()}}` : ''}\``);
  });

  it('all metrics named in the documentation exist', () => {
    for (const [name] of [runbook, ...documents]
      .join('\n')
      .matchAll(/\bgem_(?:api|ingest|scorecard)_\w+\b/g)) {
      expect([...series.keys()]).toContain(name);
    }
  });
});
