import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { syntheticCsv } from '../../../local/samples/synthetic-lots.ts';
import { type Certificates, makeCertificates } from '../../support/access/certificates.ts';
import { formsOf } from '../../support/access/forms-of-secrets.ts';
import { type GuardedEngine, startGuardedEngine } from '../../support/access/guarded-engine.ts';
import { type GuardedRedis, startGuardedRedis } from '../../support/access/guarded-redis.ts';
import { readRole } from '../../support/access/role.ts';
import { type WatchedProcess, watchProcess } from '../../support/access/watched-process.ts';
import type { Json } from '../../support/contract/contract.ts';
import { type CliResult, runCli, runCommand } from '../../support/run-cli.ts';

// The setup of a cautious operator: TLS, API keys, and the minimum rights of the documentation.
const alias = `t-${randomBytes(5).toString('hex')}`;
const apiKey = randomBytes(24).toString('base64');
const ingestPassword = `s3cret-${randomBytes(9).toString('hex')}`;
const dashboardPassword = `s3cret-${randomBytes(9).toString('hex')}`;
const wrong = `wr0ng-${randomBytes(9).toString('hex')}`;

let certificates: Certificates;
let engine: GuardedEngine;
let redis: GuardedRedis;
let folder: string;
let ingestSettings: Record<string, string>;
let apiSettings: Record<string, string>;
let worker: WatchedProcess;
let api: WatchedProcess;
let apiUrl: string;
/** Everything that someone could read: output of processes, bodies and headers of responses. */
const readable: string[] = [];

beforeAll(async () => {
  certificates = await makeCertificates();
  engine = await startGuardedEngine({
    target: inject('elasticsearchUrl').split(',')[0]!,
    roles: {
      [apiKey]: readRole('gem-auctions-api', alias),
      [`ingest:${ingestPassword}`]: readRole('gem-auctions-ingest', alias),
    },
    certificates,
  });
  redis = await startGuardedRedis(inject('redisUrl'), alias, certificates);
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
  const common = {
    INDEX_ALIAS: alias,
    LOG_LEVEL: 'trace',
    ELASTICSEARCH_CA_FILE: certificates.caFile,
    REDIS_CA_FILE: certificates.caFile,
  };
  ingestSettings = {
    ...common,
    ELASTICSEARCH_URL: engine.url.replace('//', `//ingest:${ingestPassword}@`),
    REDIS_URL: redis.urlOf('gem-auctions-ingest'),
    IMPORT_ROOT: folder,
    WORKER_PORT: '0',
    DASHBOARD_USER: 'operator',
    DASHBOARD_PASSWORD: dashboardPassword,
  };
  apiSettings = {
    ...common,
    PORT: '0',
    ELASTICSEARCH_URL: engine.url,
    ELASTICSEARCH_API_KEY: apiKey,
    REDIS_URL: redis.urlOf('gem-auctions-api'),
  };
  worker = watchProcess('ingest/worker.ts', ingestSettings);
  api = watchProcess('api/server.js', apiSettings);
  await worker.says(/worker ready/);
  apiUrl = (await api.says(/"url":"(http:[^"]+)"/))[1]!;
});
afterAll(async () => {
  for (const started of [worker, api]) started?.child.kill('SIGKILL');
  const elasticsearch = new Client({ node: inject('elasticsearchUrl').split(',')[0]! });
  const index = Object.keys(await elasticsearch.indices.get({ index: `${alias}-*` }));
  if (index.length > 0) await elasticsearch.indices.delete({ index });
  await elasticsearch.close();
  await redis?.close();
  await engine?.close();
  await certificates?.remove();
  if (folder) await rm(folder, { recursive: true });
});

async function operate(...args: string[]): Promise<CliResult> {
  const result = await runCommand(args, ingestSettings);
  readable.push(result.stdout, result.stderr);
  return result;
}

async function ask(address: string, init?: RequestInit): Promise<{ status: number; body: string }> {
  const response = await fetch(address.startsWith('/') ? `${apiUrl}${address}` : address, init);
  const body = await response.text();
  readable.push(body, JSON.stringify([...response.headers]));
  return { status: response.status, body };
}

const put = async (name: string, content: string) => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};
const lots = (count: number) => [...syntheticCsv(count)].join('');

describe('the service with TLS, API keys and the least rights', () => {
  test('every operator command works', async () => {
    const first = await operate('import', await put('first.csv', `${lots(300)}not,a,record\n`), '--json');
    expect(first.code, first.stdout + first.stderr).toBe(2);
    const imports = JSON.parse((await operate('imports', '--json')).stdout);
    expect(imports[0]).toMatchObject({ state: 'completed', indexed: 300, rejected: 1 });
    const id = String(imports[0].id);
    expect((await operate('imports', id)).code).toBe(0);
    const rejects = await operate('rejects', id, '--json');
    expect(rejects.stdout, rejects.stderr).toContain('"code":"column_count"');
    const replaced = await operate('import', await put('all.csv', lots(350)), '--replace');
    expect(replaced.code, replaced.stdout + replaced.stderr).toBe(0);
    expect((await operate('indices')).stdout).toContain(`${alias}-records-`);
    const rolledBack = await operate('rollback');
    expect(rolledBack.code, rolledBack.stderr).toBe(0);
    const deleted = await operate('import', await put('gone.csv', 'id\n1\n2\n'), '--delete');
    expect(deleted.code, deleted.stderr).toBe(0);
    const keyed = await operate(
      'import',
      await put('keyed.csv', keyedLots),
      '--profile',
      await put('keyed.yaml', keyedProfile),
    );
    expect(keyed.code, keyed.stdout + keyed.stderr).toBe(0);
    for (const command of ['cancel', 'retry']) expect((await operate(command, id)).code).not.toBe(130);
  });

  test('every documented example request gets 200 or 404', async () => {
    const document = JSON.parse((await ask('/api/v1/openapi.json')).body);
    for (const [path, { get: operation }] of Object.entries<Json>(document.paths)) {
      for (const example of operation['x-examples'] ?? ['']) {
        const { status, body } = await ask(
          example.startsWith('/') ? example : `${path}${example && `?${example}`}`,
        );
        expect([200, 404], `${path} ${example}: ${body}`).toContain(status);
      }
    }
    for (const query of ['page=30&limit=10', 'facets=gem_type,year', 'q=ring']) {
      const { status, body } = await ask(`/api/v1/auctions?${query}`);
      expect(status, `${query}: ${body}`).toBe(200);
    }
    expect(JSON.parse((await ask('/readyz')).body).data).toMatchObject({ status: 'ready', redis: 'ready' });
    // The request is counted in Redis, not in memory.
    const { body } = await ask('/metrics');
    expect(/^gem_api_rate_limit_in_memory_total (\d+)$/m.exec(body)?.[1]).toBe('0');
  });

  test('the scorecard is computed with the rights of the worker, and can be read', async () => {
    expect((await operate('scorecard')).stdout).toContain('Computed at');
    expect(JSON.parse((await ask('/api/ext/scorecard')).body).meta.status).toBe('current');
  });

  test('the worker reports its health, and shows its queues only with the password', async () => {
    const [, url] = await worker.says(/"url":"(http:[^"]+)","msg":"operations/);
    expect(JSON.parse((await ask(`${url}/readyz`)).body)).toMatchObject({ elasticsearch: 'ok', redis: 'ok' });
    expect((await ask(`${url}/metrics`)).status).toBe(200);
    expect((await ask(`${url}/queues`)).status).toBe(401);
    const authorization = `Basic ${Buffer.from(`operator:${dashboardPassword}`).toString('base64')}`;
    const { status, body } = await ask(`${url}/queues/api/queues`, { headers: { authorization } });
    expect([status, JSON.parse(body).queues.length]).toEqual([200, 2]);
  });

  test('no program uses rights beyond its Elasticsearch role and its Redis rules', async () => {
    // As one text, which a report shows whole.
    expect([...engine.refused].join('\n')).toBe('');
    expect((await redis.refused()).join('\n')).toBe('');
    // The guard was called for each kind of action.
    const names = new Set([...engine.allowed].map((action) => action.split(' ')[0]));
    expect(names).toContain('indices:admin/aliases');
    expect(
      [...engine.allowed].filter((action) => action.startsWith('indices:data/write/delete')),
    ).not.toEqual([]);
    expect(names.size).toBeGreaterThan(12);
  });

  const wrongPassword = (url: string) => url.replace(/:[^:@]+@/, `:${wrong}@`);
  const faults: [fault: string, settings: () => Record<string, string>, status: number, cause: RegExp][] = [
    ['a wrong key of Elasticsearch', () => ({ ELASTICSEARCH_API_KEY: wrong }), 503, /unable to authenticate/],
    [
      'no authority of Elasticsearch',
      () => ({ ELASTICSEARCH_CA_FILE: '' }),
      503,
      /unable to verify|self-signed/,
    ],
    [
      'a role that lacks a right',
      () => ({ INDEX_ALIAS: 'other' }),
      503,
      /action \[indices:admin\/get\] is unauthorized/,
    ],
    [
      'a wrong password of Redis',
      () => ({ REDIS_URL: wrongPassword(apiSettings.REDIS_URL!) }),
      200,
      /WRONGPASS/,
    ],
    ['no authority of Redis', () => ({ REDIS_CA_FILE: '' }), 200, /unable to verify|self-signed/],
  ];
  test.for(faults)('the API with %s answers without details and logs the cause', async (fault) => {
    const [, settings, expected, cause] = fault;
    const refused = watchProcess('api/server.js', { ...apiSettings, ...settings() });
    const [, url] = await refused.says(/"url":"(http:[^"]+)"/);
    const { status, body } = await ask(`${url}/api/v1/auctions`);
    expect(status).toBe(expected);
    expect(body).not.toMatch(/security_exception|unauthorized|certificate|localhost/);
    await refused.says(new RegExp(`"cause":"[^"]*(${cause.source})`));
    await refused.stop();
    readable.push(refused.output());
  });

  test.for([
    [
      'REDIS_URL',
      () => wrongPassword(ingestSettings.REDIS_URL!),
      /^Redis cannot be reached at rediss:.*WRONGPASS/,
    ],
    [
      'ELASTICSEARCH_URL',
      () => wrongPassword(ingestSettings.ELASTICSEARCH_URL!),
      /^Elasticsearch cannot be reached at https:.*\n?.*security_exception/,
    ],
    ['ELASTICSEARCH_URL', () => `elastic:${wrong}@es.test`, /^ {2}ELASTICSEARCH_URL=/m],
    ['REDIS_CA_FILE', () => 'package.json', /^ {2}REDIS_CA_FILE=/m],
  ] as [string, () => string, RegExp][])(
    'the command line with a wrong %s says so and exits with 1',
    async (fault) => {
      const [setting, value, message] = fault;
      const { code, stdout, stderr } = await runCli(['imports'], { ...ingestSettings, [setting]: value() });
      readable.push(stdout, stderr);
      expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    },
  );

  test('no log, response, metric or command output contains a secret', async () => {
    expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
    const secrets = [apiKey, ingestPassword, dashboardPassword, wrong, ...redis.passwords];
    readable.push(api.output(), worker.output());
    expect(readable.join('').length).toBeGreaterThan(10_000);
    expect(formsOf(secrets).filter((form) => readable.some((text) => text.includes(form)))).toEqual([]);
  });
});

const keyedLots = 'no,name,stone,usd\nA-1,A ruby ring,ruby,100\nA-2,A spinel,spinel,200\n';
const keyedProfile = `
identity: { columns: [no], namespace: a test }
fields: { title: name, gem_type: stone }
price: { amount: { column: usd }, currency: { value: USD } }
titles: []
`;
