import { test } from 'vitest';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { startExplorer } from '../support/browser/start-explorer.ts';

const all = {
  home: '/',
  lots: '/?gem_name=Ruby',
  lot: '/?lot=9000000000000002',
  market: '/?view=prices',
  ruby: '/?view=prices&gem_name=Ruby',
  index: '/?view=index&gem_name=Ruby',
  index2: '/?view=index&gem_name=Ruby&gem_name=Sapphire',
  noindex: '/?view=index&gem_name=Ruby&date_from=2025-01-01',
  factors: '/?view=traits&gem_name=Ruby',
  decade: '/?view=traits&gem_name=Ruby&interval=decade',
  records: '/?view=records&gem_name=Ruby',
  value: '/?view=comparables&gem_name=Ruby&origin=Myanmar&carat=3',
  houses: '/?view=houses',
  house: '/?view=houses&auction_house=Christie%27s',
  compare: '/?view=houses&auction_house=Christie%27s&auction_house=Bonhams',
  about: '/?view=about',
  glossary: '/?view=glossary',
};
const names = (process.env.SHOTS ?? Object.keys(all).join(',')).split(',');
const kinds = (process.env.KINDS ?? '1440-light').split(',');
test('shots', async () => {
  const explorer = await startExplorer({ hasScorecard: !!process.env.SCORE });
  for (const kind of kinds) {
    const [width, scheme, forced] = kind.split('-');
    for (const name of names) {
      const { page, complaints, close } = await explorer.visit((all as any)[name], {
        colorScheme: scheme as any,
        viewport: { width: Number(width), height: 900 },
        ...(forced ? { forcedColors: 'active' as const } : {}),
      });
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(100);
      await page.screenshot({ path: `/tmp/shots/${name}-${kind}.png`, fullPage: true });
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      const shift = await page.evaluate(
        `new Promise((resolve) => { new PerformanceObserver((list) => resolve(list.getEntries().filter(e=>!e.hadRecentInput).reduce((s, { value }) => s + value, 0))).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => resolve(0), 50); })`,
      );
      const axe = process.env.AXE ? (await axeFindings(page)).map((f: any) => [f[0], f[2]?.slice(0, 4)]) : [];
      console.log(name, kind, 'width', wide, 'shift', shift, JSON.stringify(axe), complaints.join(' | '));
      await close();
    }
  }
  await explorer.close();
}, 400_000);
