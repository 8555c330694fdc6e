import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';

/** Headlines and tooltips of charts, and their files, code samples and embed code. */
export function describeCharts(started: () => TestExplorer): void {
  describe('the charts', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('the market without a gem shows one chart for each gem, with a link to its market', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/?view=market');
      expect(requests().length).toBeLessThanOrEqual(5);
      expect(await page.locator('.figure-trend').count(), 'no median over all gems').toBe(0);
      expect(await page.locator('.multiples li').count()).toBeGreaterThan(3);
      const { body } = await get(explorer.url, '/api/v1/stats/market', {
        ...{ group_by: 'gem_type,year', gem_name: 'Ruby', limit: '1000' },
      });
      const thisYear = new Date().getFullYear();
      const known = body.data
        .filter((one: { year: number; low_sample: boolean }) => one.year < thisYear && !one.low_sample)
        .toSorted((a: { year: number }, b: { year: number }) => a.year - b.year);
      const ruby = page.locator('.multiples li').filter({ has: page.getByText('Ruby', { exact: true }) });
      expect(await ruby.innerText()).toContain(String(known.at(-1).year));
      await ruby.getByRole('link').click();
      await settled(page);
      expect(await page.locator('.figure-trend h2').innerText()).toMatch(
        /^With sample lots: Ruby: the median price per carat of all lots sold (rose|fell) \d+% from \d{4} to \d{4}$|changed little/,
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('a chart shows the figures of a period by mouse, by touch and by keyboard', async () => {
      const { page, close } = await explorer.visit('/?view=market&gem_name=Ruby', { hasTouch: true });
      const tip = page.locator('.figure-trend .tip');
      expect(await tip.isVisible()).toBe(false);
      const plot = page.locator('.figure-trend .u-over').first();
      await plot.scrollIntoViewIfNeeded();
      const box = (await plot.boundingBox())!;
      const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
      await page.mouse.move(...at(0.3));
      await expect.poll(() => tip.isVisible()).toBe(true);
      const first = await tip.innerText();
      expect(first).toMatch(/^\d{4}/);
      await page.mouse.move(0, 0);
      await expect.poll(() => tip.isVisible()).toBe(false);
      await page.touchscreen.tap(...at(0.7));
      await expect.poll(() => tip.isVisible()).toBe(true);
      expect(await tip.innerText()).not.toBe(first);
      await page.locator('.figure-trend h2').tap();
      await expect.poll(() => tip.isVisible()).toBe(false);
      const slider = page.locator('#trend-period');
      await slider.focus();
      await slider.press('Home');
      expect(await tip.innerText()).toMatch(/Median: \$/);
      expect(await slider.getAttribute('aria-valuetext')).toContain((await tip.innerText()).slice(0, 4));
      await slider.press('Escape');
      expect(await tip.isVisible()).toBe(false);
      await close();
    });

    test('a chart labels the current year as "so far"', async () => {
      const { page, close } = await explorer.visit('/?view=market&gem_name=Ruby');
      const { body } = await get(explorer.url, '/api/v1/stats/trends', { gem_name: 'Ruby' });
      const last = body.data.at(-1).period;
      const isOver = last < body.meta.as_of.slice(0, 4);
      const shown = await page.locator('#trend-readout div:first-child dd').innerText();
      expect(shown).toBe(isOver ? last : `${last} so far`);
      await close();
    });

    test('a chart has a one-line explanation and a longer one that unfolds', async () => {
      const { page, close } = await explorer.visit('/?view=index&gem_name=Ruby');
      for (const lead of await page.locator('.figure .lead').allInnerTexts()) {
        expect(lead.length, lead).toBeLessThan(140);
      }
      const guide = page.locator('.figure-price-index .guide');
      expect(await guide.locator('p').isVisible()).toBe(false);
      await guide.locator('summary').click();
      expect(await guide.locator('p').innerText()).toContain('like with like');
      await close();
    });

    test('the file name of a saved chart contains gem, filters, price basis and data version', async () => {
      const { page, close } = await explorer.visit(
        '/?view=market&origin=Myanmar&gem_name=Ruby&basis=premium&weight_min=2',
      );
      const { meta } = (await get(explorer.url, '/api/v1/stats')).body;
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save “Price per carat over time” as CSV' }).click();
      const name = (await downloading).suggestedFilename();
      expect(name).toBe(`ruby-myanmar-weight-from-2-00-ct_trend_premium_${meta.data_version}.csv`);
      expect(readFileSync(await (await downloading).path(), 'utf8')).toMatch(/^period,/);
      await close();
    });

    test('a chart offers its request as curl, Python and R, and can be embedded in other sites', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=market&gem_name=Ruby');
      const tools = page.locator('.figure-trend .figure-tools');
      await tools.getByText('Show API request').click();
      const codes = await tools.locator('.request code').allInnerTexts();
      const url = `${explorer.url}/api/v1/stats/trends?interval=year&gem_name=Ruby`;
      expect(codes[1]).toBe(`curl '${url}'`);
      expect(codes[2]).toContain(`requests.get("${url}")`);
      expect(codes[3]).toContain(`fromJSON("${url}")$data`);
      await tools.getByText('Embed this chart').click();
      const html = await tools.locator('.request code').last().innerText();
      const address = /src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
      const framed = await fetch(address);
      expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect(framed.headers.get('x-frame-options')).toBeNull();
      const whole = await fetch(explorer.url);
      expect(whole.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(whole.headers.get('x-frame-options')).toBe('DENY');
      await page.goto(address);
      await settled(page);
      expect(await page.locator('.figure:visible').count()).toBe(1);
      expect(await page.locator('.figure-trend').isVisible()).toBe(true);
      expect(await page.locator('.header').isVisible()).toBe(false);
      expect(await page.getByRole('link', { name: 'Open in Gemstone Auctions' }).getAttribute('href')).toBe(
        '/?view=prices&gem_name=Ruby',
      );
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
