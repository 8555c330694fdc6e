import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Outcome, Row } from './row.ts';

/** A run: its environment and its results. */
export interface Report {
  /** Abbreviated; with `+` where files have uncommitted changes. */
  commit: string;
  /** ISO 8601, UTC. */
  at: string;
  records: number;
  cores: number;
  node: string;
  rows: (Pick<Row, 'name' | 'what'> & Outcome)[];
}

/** Changes here do not change what is measured. */
const unmeasured = [':!bench/results', ':!docs', ':!test', ':!*.md'];

const results = join(import.meta.dirname, 'results');

/** The report of a run that was made now. */
export function reportOf(rows: Report['rows'], records: number): Report {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...unmeasured);
  return {
    commit: git('rev-parse', '--short', 'HEAD') + (changed && '+'),
    at: new Date().toISOString(),
    records,
    cores: availableParallelism(),
    node: process.versions.node,
    rows,
  };
}

/** Stores a report as `2026-11-21-1530-1a2b3c4-1000000.json`; returns its path. */
export function keep(report: Report): string {
  const minute = report.at.slice(0, 16).replace('T', '-').replace(':', '');
  const path = join(results, `${minute}-${report.commit}-${report.records}.json`);
  mkdirSync(results, { recursive: true });
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  return path;
}
