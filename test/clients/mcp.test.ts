import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runProgram } from '../../local/process/run-program.ts';
import { startSampleService } from './sample-service.ts';

const root = mkdtempSync(join(tmpdir(), 'mcp-'));
const modules = join(inject('tools').npm, 'node_modules/@modelcontextprotocol');
const conformance = join(modules, 'conformance/dist/index.js');
let service: Awaited<ReturnType<typeof startSampleService>>;

beforeAll(async () => {
  service = await startSampleService({ MCP: 'on' });
});
afterAll(async () => {
  await service?.close();
  rmSync(root, { recursive: true, force: true });
});

/** A check of the conformance suite. */
interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  errorMessage?: string;
}

/** The checks of a scenario. The suite also exits with an error where one fails. */
async function checksOf(scenario: string, version: string): Promise<Check[]> {
  const results = join(root, `${scenario}-${version}`);
  const args = ['server', '--url', `${service.url}/mcp`, '--scenario', scenario];
  await runProgram(process.execPath, [conformance, ...args, '--spec-version', version, '-o', results]).catch(
    (error) => error,
  );
  const [file] = globSync(join(results, '*/checks.json'));
  return JSON.parse(readFileSync(file!, 'utf8'));
}

/** The others need tools of the suite's own reference server, resources and prompts, or server-to-client requests. */
const scenarios: [scenario: string, version: string][] = [
  ...['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'].map(
    (scenario): [string, string] => [scenario, '2025-11-25'],
  ),
  ...[
    ...['tools-list', 'dns-rebinding-protection'],
    ...['http-header-validation', 'input-required-result-unsupported-methods'],
  ].map((scenario): [string, string] => [scenario, '2026-07-28']),
];

describe('the conformance suite of the protocol', () => {
  test.each(scenarios)('%s of %s passes over HTTP', async (scenario, version) => {
    const checks = await checksOf(scenario, version);
    expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([]);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(0);
  });

  test('caching of 2026-07-28 passes, except for lists of prompts and resources, of which there are none', async () => {
    const failed = (await checksOf('caching', '2026-07-28')).filter(({ status }) => status === 'FAILURE');
    expect(failed.map(({ id }) => id).filter((id) => !/prompts|resources/.test(id))).toEqual([]);
  });

  test('server-stateless of 2026-07-28 passes, except for its own tools and for subscriptions, of which there are none', async () => {
    const checks = await checksOf('server-stateless', '2026-07-28');
    const failed = checks.filter(({ status }) => status === 'FAILURE');
    const open = failed.filter(({ errorMessage }) => !errorMessage?.startsWith('Not testable'));
    expect(open.map(({ id }) => id).filter((id) => !id.includes('subscription'))).toEqual([]);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(22);
  });
});
