import { beforeAll, describe, expect, test } from 'vitest';
import { oddNames } from '../../support/browser/odd-names.ts';
import { settled } from '../../support/browser/open-visits.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';

/** Names that a URL could misread as several values or as "no value". */
export function describeOddNames(started: () => TestExplorer): void {
  describe('a name with a comma, quotes or the word "none"', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });
    const heading = (found: number) => `${found} ${found === 1 ? 'lot' : 'lots'}`;
    const lotsWith = (some: Partial<(typeof oddNames)[number]>) =>
      heading(
        oddNames.filter((lot) =>
          Object.entries(some).every(([name, value]) => lot[name as 'origin'] === value),
        ).length,
      );
    const [first, , , last] = oddNames;

    test('a gem name with a comma is suggested, checked and removed as one value', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=search');
      const title = page.locator('h1');
      await page.locator('#search').pressSequentially('moon', { delay: 30 });
      await page
        .getByRole('option')
        .filter({ hasText: /^Moon, cheese.*Gem/ })
        .click();
      await settled(page);
      expect(await title.innerText()).toBe(lotsWith({}));
      expect(new URL(page.url()).searchParams.getAll('gem_name')).toEqual(['"Moon, cheese"']);
      for (const name of [first!.auction_house, first!.origin]) {
        await page.getByRole('checkbox', { name: `${name}, ` }).check();
        await settled(page);
      }
      const { origin, auction_house } = first!;
      expect(await title.innerText()).toBe(lotsWith({ origin, auction_house }));
      const address = page.url();
      await page.getByLabel(`Remove filter: ${auction_house}`).click();
      await settled(page);
      expect(await title.innerText()).toBe(lotsWith({ origin }));

      // The URL leads to the same lots and does not change.
      const other = await explorer.visit(address);
      expect(await other.page.locator('h1').innerText()).toBe(lotsWith({ origin, auction_house }));
      expect(other.page.url()).toBe(address);
      expect(await other.page.getByRole('checkbox', { checked: true }).count()).toBe(3);
      await other.close();
      expect(complaints).toEqual([]);
      await close();
    });

    test('market links of names with commas or quotes lead to exactly their lots', async () => {
      const market = `/?view=market&gem_name=${encodeURIComponent('"Moon, cheese"')}`;
      const { origin } = first!;
      for (const group of [{ origin }, { auction_house: last!.auction_house }]) {
        const { page, complaints, close } = await explorer.visit(market);
        const [name] = Object.values(group);
        await page.locator('.bars').getByRole('link', { name, exact: true }).click();
        await settled(page);
        expect(await page.locator('h1').innerText()).toBe(lotsWith(group));
        expect(complaints).toEqual([]);
        await close();
      }
      const { page, close } = await explorer.visit(market);
      // The class 2-3 includes 2.995 carats, which an upper bound of 2.99 would exclude.
      await page.getByRole('link', { name: /^Moon, cheese, 2-3 carats: / }).click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(lotsWith({ carat: 2.995 }));
      await close();
    });
  });
}
