import { describe, expect, test } from 'vitest';
import { oddNames } from '../../../support/browser/odd-names.ts';
import { follow, paramsOf, search, settled } from '../../../support/browser/open-visits.ts';
import { lotsCsv, notableSalesCsv } from '../../../support/browser/sample-lots.ts';
import type { TestExplorer } from '../../../support/browser/start-explorer.ts';
import { type Body, get } from '../../../support/get.ts';
import { startIngest } from '../../../support/start-ingest.ts';

/** The search box, the list of lots, price records, and generated lots. */
export function describeSearch(started: () => TestExplorer): void {
  describe('the search of the explorer', () => {
    const heading = (found: number) => `${found.toLocaleString('en-US')} ${found === 1 ? 'lot' : 'lots'}`;
    const usd = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`;
    const ask = async (path: string, query: Record<string, string>): Promise<Body> =>
      (await get(started().url, path, query)).body;

    test('a page opened before the first import shows the lots once they are there', async () => {
      const later = await startIngest();
      const api = await started().startApi({ INDEX_ALIAS: later.alias });
      const { page, close } = await started().visit(`${api.url}/?view=search`);
      const title = () => page.locator('h1').innerText();
      expect(await title()).toBe('The data is temporarily unavailable');
      await later.import('lots.csv', lotsCsv(12));
      await expect.poll(title).toBe('12 lots');
      await close();
      await api.close();
      await later.close();
    });

    // The addresses of more questions are in test/unit/explorer/phrase-answer.test.ts.
    test.each([
      ['what is a 4.2 ct colombian emerald worth', /gem_name=/, 'Emerald, 4.20\u00a0ct, Colombia'],
      ['did ruby prices rise since 2010', /gem_name=/, 'Ruby: price index'],
      ['most expensive diamond', /of=price/, 'Record price of Diamond alone in this data: $'],
      ['lot 502', /lot_number=502/, '1 lot'],
      ['9000000000000002', /lot=9000000000000002/, 'The Sunrise Ruby'],
      ['compare houses', /view=houses/, 'Auction houses'],
      ['christies vs sothebys', /auction_house=Christie%27s&auction_house=Sotheby%27s/, 'Share sold by year'],
      ['hammer price', /term=price_basis.hammer/, 'Glossary'],
      ['what does pigeon blood mean', /term=auctions.pigeon_blood/, 'Glossary'],
      ['constant quality', /term=statistics.like_for_like/, 'Glossary'],
    ])('the question "%s" leads to the place that answers it', async (phrase, address, title) => {
      const { page, close } = await started().visit('/');
      await search(page, phrase, address);
      const heading = `${await page.locator('h1').innerText()} ${await page.locator('h2').allInnerTexts()}`;
      expect(heading).toContain(title);
      await close();
    });

    test('a place of sale in a phrase is a filter, and words in no title are said to be in none', async () => {
      const { page, close } = await started().visit('/');
      await search(page, 'rubies sold in geneva 2015', /location=/);
      const query = { gem_name: 'Ruby', status: 'sold', year: '2015', location: 'Geneva' };
      expect(paramsOf(page)).toEqual(query);
      const { pagination } = await ask('/api/v1/auctions', query);
      expect(await page.locator('h1').innerText()).toBe(heading(pagination.total_records));
      await follow(page, '.chip-clear');
      await search(page, 'pigeon blood ruby', /gem_name=Ruby/);
      expect(await page.locator('.corrections').innerText()).toContain(
        'Not used: “pigeon blood”. No filter and no title of these lots has it.',
      );
      await search(page, 'kryptonite', /q=/);
      await expect.poll(() => page.locator('.summary').innerText()).toBe('No title has “kryptonite”.');
      await close();
    });

    test('suggestions for older text never show: Enter searches what is typed', async () => {
      const { page, close } = await started().visit('/?view=search');
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/suggestions\?q=kash/, async (route) => {
        await held;
        await route.continue();
      });
      const box = page.locator('#search');
      const asked = page.waitForRequest(/suggestions\?q=kash/);
      await box.fill('kash');
      await asked;
      await search(page, 'kashmir sapphire', /gem_name=Sapphire/);
      const late = page.waitForResponse(/suggestions\?q=kash/);
      answer();
      await (await late).finished();
      await settled(page);
      expect(await page.getByRole('listbox').isVisible()).toBe(false);
      // An option chosen for older text is not the choice for newer text.
      await page.unroute(/suggestions\?q=kash/);
      await box.fill('spin');
      await page.waitForSelector('[role=option]:has-text("Spinel")');
      await box.press('ArrowDown');
      await box.press('End');
      await box.pressSequentially('x');
      expect(await box.getAttribute('aria-activedescendant')).toBeNull();
      await close();
    });

    test('a search without results offers only filters that find lots, and what its words mean', async () => {
      const { page, close } = await started().visit('/?gem_name=Ruby&origin=Kashmir');
      await page.waitForSelector('.offers a');
      const offers = await page.locator('.offers a').allInnerTexts();
      expect(offers.length).toBeGreaterThan(1);
      for (const offer of offers) expect(offer).toMatch(/: [1-9][\d,]* lots?$/);
      await page.goto(`${started().url}/?q=saphire`);
      await follow(page, page.getByRole('link', { name: /^Search for “Sapphire”: [1-9][\d,]* lots$/ }));
      expect(paramsOf(page)).toEqual({ gem_name: 'Sapphire' });
      await close();
    });

    test('record prices are listed with the gem and how long they stood', async () => {
      const { page, complaints, close } = await started().visit('/');
      await search(page, 'record ruby price', /section=records/);
      const records = await ask('/api/ext/records', { gem_name: 'Ruby', of: 'price', limit: '100' });
      expect(await page.locator('.figure-records .row-link').allInnerTexts()).toEqual(
        records.data.map(({ lot }: Body) => lot.title).toReversed(),
      );
      expect(await page.locator('.figure-records tbody tr').nth(1).innerText()).toMatch(
        /[\d.]+ (years|days)/,
      );
      expect(await page.locator('.figure-records h2').innerText()).toBe(
        `Record price of Ruby alone in this data: ${usd(records.data.at(-1).value_usd)}`,
      );
      expect(await page.locator('.figure-records > .note').first().innerText()).toBe(
        `Ruby · ${records.meta.compared_lots} lots`,
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('figures of hand-picked lots alone say why they are empty, and include them in one step', async () => {
      const picked = await startIngest();
      await picked.import('picked.csv', notableSalesCsv(), { selection: 'hand_picked' });
      const api = await started().startApi({ INDEX_ALIAS: picked.alias });
      const { page, requests, complaints, close } = await started().visit(
        `${api.url}/?view=prices&gem_name=Ruby`,
      );
      expect(await page.locator('.figure-trend .state').innerText()).toBe(
        'Only hand-picked lots match these filters',
      );
      requests();
      await follow(page, page.getByRole('link', { name: 'Include them' }));
      expect(paramsOf(page).selection).toBe('all');
      for (const url of requests()) expect(url).toContain('selection=all');
      expect(await page.locator('.figure-trend .chart').count()).toBe(1);
      await page.goto(`${api.url}/?view=value&gem_name=Ruby&carat=3`);
      await settled(page);
      expect(await page.locator('.answer').innerText()).toContain('a selection is not the market');
      expect(complaints).toEqual([]);
      await close();
      await api.close();
      await picked.close();
    });

    test('price records and figures of a gem name the others of its family, and show all of them in one step', async () => {
      const { page, complaints, close } = await started().visit(
        '/?view=search&section=records&gem_name=Diamond',
      );
      const { meta } = await ask('/api/ext/records', { gem_name: 'Diamond' });
      const [hint] = meta.hints;
      expect(hint.nearest.length).toBeGreaterThan(0);
      const family = page.locator('.note', { hasText: 'Others of its family' });
      expect(await family.getByRole('link').allInnerTexts()).toEqual([...hint.nearest, 'Show all of them']);
      await follow(page, page.getByRole('link', { name: 'Show all of them' }));
      expect(new URL(page.url()).searchParams.getAll('gem_name')).toEqual(hint.filter.gem_name.split(','));
      await page.goto(`${started().url}/?view=prices&gem_name=Diamond`);
      await settled(page);
      expect(await family.count()).toBe(1);
      expect(complaints).toEqual([]);
      await close();
    });

    test('"Real sales only" excludes generated lots from every view', async () => {
      const { page, requests, close } = await started().visit('/');
      await page.locator('#real-only').check();
      await page.waitForURL(/is_synthetic=false/);
      await settled(page);
      for (const name of ['Prices', 'Value a stone', 'Houses', 'Search', 'Record prices']) {
        requests();
        await follow(page, page.getByRole('link', { name, exact: true }));
        await page.waitForLoadState('networkidle');
        for (const url of requests()) expect(url, name).toContain('is_synthetic=false');
      }
      await follow(page, '.brand a');
      expect(paramsOf(page).is_synthetic).toBe('false');
      await follow(page, '.questions a >> nth=0');
      expect(paramsOf(page)).toMatchObject({ section: 'index', gem_name: 'Ruby', date_from: '2005-01-01' });
      await close();
    });
  });

  describe('a name with a comma, quotes or the word "none"', () => {
    const lotsWith = (some: Partial<(typeof oddNames)[number]>) => {
      const isOne = (lot: object) =>
        Object.entries(some).every(([name, value]) => lot[name as never] === value);
      const { length } = oddNames.filter(isOne);
      return `${length} ${length === 1 ? 'lot' : 'lots'}`;
    };
    const [{ origin, auction_house }, , , last] = oddNames as [
      (typeof oddNames)[number],
      never,
      never,
      never,
    ];

    test('a gem name with a comma is suggested, checked and removed as one value', async () => {
      const { page, complaints, close } = await started().visit('/?view=search');
      const title = page.locator('h1');
      await page.locator('#search').pressSequentially('moon', { delay: 30 });
      await follow(page, page.getByRole('option').filter({ hasText: /^Moon, cheese.*Gem/ }));
      expect(await title.innerText()).toBe(lotsWith({}));
      expect(paramsOf(page).gem_name).toBe('"Moon, cheese"');
      for (const name of [auction_house, origin]) {
        await page.getByRole('checkbox', { name: `${name}, ` }).check();
        await settled(page);
      }
      expect(await title.innerText()).toBe(lotsWith({ origin, auction_house }));
      const other = await started().visit(page.url());
      expect(await other.page.locator('h1').innerText()).toBe(lotsWith({ origin, auction_house }));
      expect(other.page.url(), 'the address does not change').toBe(page.url());
      expect(await other.page.getByRole('checkbox', { checked: true }).count()).toBe(3);
      await other.close();
      await follow(page, page.getByLabel(`Remove filter: ${auction_house}`));
      expect(await title.innerText()).toBe(lotsWith({ origin }));
      expect(complaints).toEqual([]);
      await close();
    });

    test('links of the market lead to exactly the lots of such a name, and of a weight class', async () => {
      const market = `/?view=prices&gem_name=${encodeURIComponent('"Moon, cheese"')}`;
      const { page, close } = await started().visit(market);
      const { auction_house: none } = last as (typeof oddNames)[number];
      for (const [name, lots] of [
        [origin, lotsWith({ origin })],
        [none, lotsWith({ auction_house: none })],
        // The class 2-3 includes 2.995 carats, which an upper bound of 2.99 would exclude.
        [/^Moon, cheese, 2–3 ct: /, lotsWith({ carat: 2.995 })],
      ] as const) {
        await follow(page, page.locator('#content').getByRole('link', { name, exact: true }));
        expect(await page.locator('h1').innerText()).toBe(lots);
        await page.goBack();
        await settled(page);
      }
      await close();
    });
  });
}
