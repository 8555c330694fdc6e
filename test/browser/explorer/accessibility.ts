import axe from 'axe-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { layoutShift } from '../../support/browser/layout-shift.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const views = {
  'the opening page': '/',
  lots: '/?gem_name=Ruby&weight_min=2',
  'no lots': '/?gem_name=rubby',
  'a refused request': '/?weight_min=9&weight_max=2',
  'a lot': '/?lot=2',
  market: '/?view=market',
  rankings: '/?view=rankings&origin=Kashmir',
  'the price index of a gem that is yet to be chosen': '/?view=index',
  'a stone that is yet to be weighed': '/?view=comparables&gem_name=Ruby',
  'the sales most like a stone': '/?view=comparables&gem_name=Ruby&origin=Myanmar&carat=3',
  'a stone that no sale is like': '/?view=comparables&gem_name=Ruby&carat=3000',
  'a size curve': '/?view=size-curve&gem_name=Ruby',
  'record prices': '/?view=records&gem_name=Ruby',
  'prices and estimates': '/?view=estimates&basis=premium&by=auction_house',
  'estimates without a known price': '/?view=estimates&basis=hammer',
  'what the data covers': '/?view=coverage&of=origin',
  'the market of one gem': '/?view=market&gem_name=Ruby&dollars=real&basis=premium',
  'what an origin is worth': '/?view=traits&gem_name=Ruby',
  'a trait of a gem that is yet to be chosen': '/?view=traits',
  'a chart alone': '/?view=market&gem_name=Ruby&embed=trend',
  'a price index': '/?view=index&gem_name=Sapphire&interval=quarter',
  'what an origin is worth by decade': '/?view=traits&gem_name=Ruby&interval=decade',
};

/** What axe has to say about every view, and how calm it loads. */
export function describeAccessibility(started: () => TestExplorer): void {
  describe('the accessibility of the explorer', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    describe.each([
      ['light', 1280],
      ['dark', 390],
    ] as const)('in %s colors, %i pixels wide', (colorScheme, width) => {
      const title = 'axe finds nothing in the view of %s, and little moves while it loads';
      test.each(Object.entries(views))(title, async (_name, address) => {
        const options = { colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' as const };
        const { page, close } = await explorer.visit(address, options);
        expect(await layoutShift(page)).toBeLessThan(0.1);
        for (const summary of await page.locator('summary:visible').all()) await summary.click();
        // The policy of the page forbids foreign scripts; what the browser's own tools run is exempt.
        await page.evaluate(axe.source);
        const { violations } = (await page.evaluate(
          `axe.run({ runOnly: ${JSON.stringify(tags)} })`,
        )) as axe.AxeResults;
        expect(
          violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)]),
        ).toEqual([]);
        await close();
      });
    });

    test('axe finds nothing in open suggestions and in the filters of a phone', async () => {
      const { page, close } = await explorer.visit('/?view=search', {
        viewport: { width: 390, height: 844 },
      });
      const run = async () => {
        await page.evaluate(axe.source);
        const script = `axe.run({ runOnly: ${JSON.stringify(tags)} })`;
        const { violations } = (await page.evaluate(script)) as axe.AxeResults;
        return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      };
      await page.locator('#search').pressSequentially('burm');
      await page.waitForSelector('[role=option]:has-text("Origin")');
      await page.keyboard.press('ArrowDown');
      expect(await run()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.filters-opener').click();
      expect(await run()).toEqual([]);
      await close();
    });
  });
}
