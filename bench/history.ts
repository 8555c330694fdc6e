import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Outcome, Row } from './row.ts';

/** The result of a row. */
export interface Measured {
  row: Pick<Row, 'name' | 'what'>;
  outcome: Outcome;
}

/** A run: its environment and its results. */
export interface Report {
  /** Abbreviated; with `+` where files have uncommitted changes. */
  commit: string;
  /** ISO 8601, UTC. */
  at: string;
  records: number;
  nodes: number;
  cores: number;
  node: string;
  rows: (Measured['row'] & Outcome)[];
}

/** The properties that identify comparable runs. */
const measuredPaths = [
  'api',
  'bench',
  'config',
  'deploy',
  'ingest',
  'local',
  'mappings',
  'package-lock.json',
  ':!bench/results',
];

const results = join(import.meta.dirname, 'results');

/** The report of a run that was made now. */
export function reportOf(
  measured: Measured[],
  { records, nodes }: Pick<Report, 'records' | 'nodes'>,
): Report {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', ...measuredPaths);
  return {
    commit: git('rev-parse', '--short', 'HEAD') + (changed && '+'),
    at: new Date().toISOString(),
    ...{ records, nodes, cores: availableParallelism(), node: process.versions.node },
    rows: measured.map(({ row: { name, what }, outcome }) => ({ name, what, ...outcome })),
  };
}

/** Adds a file to the history; its path. */
export function keep(name: string, content: unknown): string {
  mkdirSync(results, { recursive: true });
  const path = join(results, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  return path;
}

/** `2026-11-21-1530-1a2b3c4-1000000`, with the number of nodes where there are several. */
export function nameOf({ at, commit, records, nodes }: Report): string {
  const minute = at.slice(0, 16).replace('T', '-').replace(':', '');
  return [minute, commit, records, ...(nodes > 1 ? [`${nodes}-nodes`] : [])].join('-');
}
