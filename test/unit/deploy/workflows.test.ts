import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  permissions: unknown;
  concurrency: unknown;
  jobs: Record<string, { 'timeout-minutes'?: number; permissions?: unknown; steps: { uses?: string }[] }>;
}

const files = globSync('.github/workflows/*.{yml,yaml}');

it('CI workflows exist', () => expect(files).toContain('.github/workflows/ci.yml'));

describe.each(files)('the workflow %s', (file) => {
  const { permissions, concurrency, jobs } = parse(readFileSync(file, 'utf8')) as Workflow;

  it('a workflow uses actions only by full commit digest', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.filter((action) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('a workflow can only read the repository', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job.permissions).toBeUndefined();
  });

  it('each workflow job has a time limit, and each branch has one run at a time', () => {
    expect(concurrency).toMatchObject({ group: expect.stringContaining('github.ref') });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });
});
