import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  permissions: unknown;
  concurrency: unknown;
  jobs: Record<string, { 'timeout-minutes'?: number; permissions?: unknown; steps: { uses?: string }[] }>;
}

const files = globSync('.github/workflows/*.{yml,yaml}');

it('there are workflows', () => expect(files).toContain('.github/workflows/ci.yml'));

describe.each(files)('%s', (file) => {
  const { permissions, concurrency, jobs } = parse(readFileSync(file, 'utf8')) as Workflow;

  it('uses actions by full commit digest only', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.filter((action) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('can read the repository and nothing more', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job.permissions).toBeUndefined();
  });

  it('ends: by a time limit for each job, and one run at a time for each branch', () => {
    expect(concurrency).toMatchObject({ group: expect.stringContaining('github.ref') });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });
});
