import { pino } from 'pino';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openServices, readIngestConfig } from '../../../ingest/services.ts';
import { type RunningWorker, startWorker } from '../../../ingest/start-worker.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

const [username, password] = ['olga', 'pass:word'];

describe.skipIf(!inject('chromiumPath'))('the queue dashboard', () => {
  let ingest: TestIngest;
  let services: ReturnType<typeof openServices>;
  let worker: RunningWorker;
  let browser: Browser;

  beforeAll(async () => {
    ingest = await startIngest({ worker: false });
    const settings = { WORKER_PORT: '0', DASHBOARD_USER: username, DASHBOARD_PASSWORD: password };
    services = openServices(readIngestConfig({ ...ingest.environment, ...settings }));
    worker = await startWorker(services, pino({ level: 'silent' }));
    await ingest.import('a.csv', 'id,title,gem_type\n1,One,Ruby\n');
    browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await worker?.close();
    await services?.close();
    await ingest?.close();
  });

  /** Opens a browser window as an operator; `problems` are console errors and requests to other hosts. */
  async function openWindow() {
    const context = await browser.newContext({ httpCredentials: { username, password } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== worker.operationsUrl) problems.push(request.url());
    });
    return { context, page, problems };
  }

  test('the queue dashboard works under its content policy and sends no request to another host', async () => {
    const { context, page, problems } = await openWindow();
    const queue = ingest.session.imports.name;
    await page.goto(`${worker.operationsUrl}/queues`);
    await page.getByRole('link', { name: queue }).first().click();
    await page.goto(`${worker.operationsUrl}/queues/queue/${queue}?status=completed`);
    await page.getByText('import-file').first().waitFor();
    expect(await page.title()).toContain('Gem imports');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('the queue dashboard cannot be shown in a frame, even one of the same origin', async () => {
    const { context, page, problems } = await openWindow();
    await page.goto(`${worker.operationsUrl}/healthz`);
    await page.setContent(`<iframe src="${worker.operationsUrl}/queues"></iframe>`);
    await expect.poll(() => problems).toContainEqual(expect.stringMatching(/frame-ancestors/));
    expect(await page.frames()[1]!.content()).not.toContain('Gem imports');
    await context.close();
  });
});
