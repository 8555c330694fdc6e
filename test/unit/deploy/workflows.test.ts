import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  permissions: unknown;
  concurrency: unknown;
  jobs: Record<string, Job>;
}

interface Job {
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  /** A workflow whose jobs this one runs. */
  uses?: string;
  steps?: { uses?: string }[];
}

/** What the jobs that publish may do beyond reading: the image and the chart are packages, and signatures need an identity. */
const granted: Record<string, Record<string, string>> = {
  image: { contents: 'read', packages: 'write', 'id-token': 'write' },
  chart: { contents: 'read', packages: 'write', 'id-token': 'write' },
  client: { contents: 'read', 'id-token': 'write' },
  release: { contents: 'write' },
};

const files = globSync('.github/workflows/*.{yml,yaml}');

it('CI workflows exist', () => expect(files).toContain('.github/workflows/ci.yml'));

describe.each(files)('the workflow %s', (file) => {
  const { permissions, concurrency, jobs } = parse(readFileSync(file, 'utf8')) as Workflow;

  it('a workflow uses actions only by full commit digest', () => {
    const used = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.filter((action) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('a workflow can only read the repository, except for the jobs that publish a release', () => {
    expect(permissions).toEqual({ contents: 'read' });
    const isRelease = file.endsWith('/release.yml');
    for (const [name, job] of Object.entries(jobs))
      expect(job.permissions).toEqual(isRelease ? granted[name] : undefined);
  });

  it('each workflow job has a time limit, and each branch has one run at a time', () => {
    expect(concurrency).toMatchObject({ group: expect.stringContaining('github.ref') });
    for (const job of Object.values(jobs).filter(({ uses }) => !uses))
      expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });
});
