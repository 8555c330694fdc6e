import { chromium } from 'playwright-core';
import { alignColumns } from '../ingest/cli/show.ts';

/*
 * node bench/explorer-paint.ts [URL of a running API]: when each view of the explorer paints first, how far it moves
 * while it loads, and what it weighs, without a cache on a slow phone: a processor slowed down to a quarter and 4G with
 * 1.6 Mbit/s and 150 ms. The browser is that of CHROMIUM_PATH.
 */

const [base = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const rounds = 5;
const slowdown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const gem = 'gem_name=Ruby';
const sampleLot = 9_000_000_000_000_002;
const prices = `/?view=prices&${gem}&section=`;
const addresses = [
  ...['/', '/?view=search', `/?lot=${sampleLot}`, '/?view=search&section=records', '/?view=prices'],
  ...[`${prices}market`, `${prices}index`, `${prices}weight`, `${prices}traits`],
  ...[`/?view=value&${gem}&carat=3`, '/?view=houses', '/?view=houses&section=estimates'],
  ...['/?view=about', '/?view=about&section=scorecard', '/docs'],
];

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const lines: string[][] = [['view', 'first paint (lowest–highest)', 'layout shift', 'kB until idle']];
// Not measured: after a start the service compresses its files and asks its first questions.
await visit(new URL(addresses[0]!, base));
for (const address of addresses) {
  const visits = [];
  for (let round = 0; round < rounds; round++) visits.push(await visit(new URL(address, base)));
  const paints = visits.map(({ paint }) => paint).sort((a, b) => a - b);
  const seconds = [paints[Math.floor(rounds / 2)]!, paints[0]!, paints.at(-1)!].map((ms) =>
    (ms / 1000).toFixed(2),
  );
  const shift = Math.max(...visits.map((one) => one.shift)).toFixed(3);
  const kB = (visits[0]!.bytes / 1000).toFixed(1);
  lines.push([address, `${seconds[0]} s (${seconds[1]}–${seconds[2]})`, shift, kB]);
}
await browser.close();
console.log(alignColumns(lines));

/** One visit without a past, in a window of a phone. */
async function visit(url: URL): Promise<{ paint: number; shift: number; bytes: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url.href);
  await page.waitForLoadState('networkidle');
  const measured = (await page.evaluate(`new Promise((resolve) => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0].startTime;
    new PerformanceObserver((list) => {
      resolve({ paint, shift: list.getEntries().reduce((sum, { value }) => sum + value, 0) });
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve({ paint, shift: 0 }), 200);
  })`)) as { paint: number; shift: number };
  await context.close();
  return { ...measured, bytes };
}
