import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../support/browser/open-visits.ts';
import { lotsCsv } from '../../support/browser/sample-lots.ts';
import type { TestExplorer } from '../../support/browser/start-explorer.ts';
import { get } from '../../support/get.ts';
import { startIngest } from '../../support/start-ingest.ts';

/** The home page, the search box, and the labels of generated lots. */
export function describeHome(started: () => TestExplorer): void {
  describe('the home page', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('the home page shows the newest real sales with links to their lots', async () => {
      const { page, complaints, close } = await explorer.visit('/');
      const { body } = await get(explorer.url, '/api/v1/auctions', 'is_synthetic=false&is_sold=true&limit=6');
      const titles = body.data.map(({ title }: { title: string }) => title);
      expect(await page.locator('.newest-lots .row-link').allInnerTexts()).toEqual(titles);
      await page.locator('.newest-lots .row-link').first().click();
      await settled(page);
      expect(await page.locator('h1').innerText()).toBe(titles[0]);
      expect(complaints).toEqual([]);
      await close();
    });

    test('the form of the home page leads to the value of the entered stone', async () => {
      const { page, requests, close } = await explorer.visit('/');
      requests();
      await page.locator('#stone-gem_name').selectOption('Ruby');
      await page.locator('#stone-treatment option[value="No heat"]').waitFor({ state: 'attached' });
      await page.locator('#stone-origin').selectOption('Myanmar');
      await page.locator('#stone-carat').fill('3.05');
      await page.locator('#stone-carat').press('Enter');
      await settled(page);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        ...{ view: 'value', gem_name: 'Ruby', origin: 'Myanmar', carat: '3.05' },
      });
      expect(
        requests()
          .map((url) => url.split('?')[0])
          .toSorted(),
      ).toEqual([...['/api/ext/comparables', '/api/ext/scorecard', '/api/v1/auctions']]);
      await close();
    });

    test('a page opened before the first import shows the lots once they are there', async () => {
      const later = await startIngest();
      const api = await explorer.startApi({ INDEX_ALIAS: later.alias });
      const { page, close } = await explorer.visit(`${api.url}/?view=search`);
      const heading = () => page.locator('h1').innerText();
      expect(await heading()).toBe('The data is temporarily unavailable');
      await later.import('lots.csv', lotsCsv(12));
      await expect.poll(heading).toBe('12 lots');
      await close();
      await api.close();
      await later.close();
    });

    test('the home page has three findings with links to their price indexes', async () => {
      const { page, close } = await explorer.visit('/');
      const findings = page.locator('.finding h3 a');
      expect(await findings.count()).toBe(3);
      for (const finding of await findings.allInnerTexts()) expect(finding).toMatch(/^With sample lots: /);
      await findings.first().click();
      await settled(page);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
        ...{ view: 'prices', section: 'index', gem_name: 'Ruby', origin: 'Myanmar', base: '2005' },
      });
      await close();
    });
  });

  describe('the search box', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test('the search box turns a phrase into filters and shows its spelling corrections', async () => {
      const { page, requests, complaints, close } = await explorer.visit('/');
      requests();
      await page.locator('#search').fill('unheated burma rubby 5 carat sunrise');
      await page.locator('#search').press('Enter');
      await page.waitForURL(/gem_name=Ruby/);
      await settled(page);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        ...{ gem_name: 'Ruby', origin: 'Myanmar', treatment: 'No heat', prefer: 'sunrise' },
        ...{ weight_min: '5.00', weight_max: '5.99' },
      });
      const chips = await page.locator('.chip').allInnerTexts();
      expect(chips.map((chip) => chip.replace(/\s*×$/, ''))).toEqual([
        ...[
          'Ruby',
          'Myanmar',
          'Treatment: No heat',
          'about 5\u00a0ct (5.00 – 5.99\u00a0ct)',
          'Titles with “sunrise” first',
        ],
      ]);
      expect(await page.locator('.corrections').innerText()).toContain(
        'Showing results for Ruby instead of “rubby”.',
      );
      // Words that are no names order the lots, and exclude none.
      const query = 'gem_name=Ruby&origin=Myanmar&treatment=No+heat&weight_min=5.00&weight_max=5.99';
      const { total_records: lots } = (await get(explorer.url, '/api/v1/auctions', query)).body.pagination;
      expect(await page.locator('h1').innerText()).toBe(`${lots} lots`);
      expect(await page.locator('.results-body').innerText()).toContain(
        '“sunrise” is not a known name: lots with it in the title come first.',
      );
      expect(complaints).toEqual([]);
      await close();
    });

    test('the phrase stays in the search box, another phrase replaces its filters, and without filters the box is empty', async () => {
      const { page, complaints, close } = await explorer.visit('/?view=search');
      const box = page.locator('#search');
      const search = async (phrase: string, address: RegExp) => {
        await box.fill(phrase);
        await box.press('Enter');
        await page.waitForURL(address);
        await settled(page);
        expect(await box.inputValue()).toBe(phrase);
      };
      await search('unheated burma ruby', /gem_name=Ruby/);
      await search('kashmir sapphire', /gem_name=Sapphire/);
      expect(new URL(page.url()).search).toBe('?gem_name=Sapphire&origin=Kashmir');
      await search('sunrise sapphire', /prefer=sunrise/);
      expect(new URL(page.url()).search).toBe('?gem_name=Sapphire&prefer=sunrise');
      const sapphires = (await get(explorer.url, '/api/v1/auctions', { gem_name: 'Sapphire' })).body;
      expect(await page.locator('h1').innerText()).toBe(`${sapphires.pagination.total_records} lots`);
      await page.locator('.chip-clear').click();
      await settled(page);
      expect(await box.inputValue()).toBe('');
      expect(complaints).toEqual([]);
      await close();
    });

    test('the title of a lot, typed as it is, finds that lot first', async () => {
      const { page, close } = await explorer.visit('/');
      for (const title of ['The Jubilee Ruby, 15.99 carats, in a ring by Verdura', 'The Sunrise Ruby']) {
        await page.locator('#search').fill(title);
        await page.locator('#search').press('Enter');
        await page.waitForURL(new RegExp(`q=.*${title.split(' ')[1]}`));
        await settled(page);
        expect(await page.locator('.row-link').first().innerText()).toContain(title);
      }
      await close();
    });

    test('suggestions for older text never show: Enter searches what is typed', async () => {
      const { page, close } = await explorer.visit('/?view=search');
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
      await box.fill('kashmir sapphire');
      await box.press('Enter');
      await page.waitForURL(/gem_name=Sapphire/);
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

    test('a search without results offers only filters that find lots', async () => {
      const { page, close } = await explorer.visit('/?gem_name=Ruby&origin=Kashmir&weight_min=50&q=nothing');
      await page.waitForSelector('.offers a');
      const offers = await page.locator('.offers a').allInnerTexts();
      expect(offers.length).toBeGreaterThan(1);
      for (const offer of offers) expect(offer).toMatch(/: [1-9][\d,]* lots?$/);
      await close();
    });

    test('words that no title has are offered as the filters that they mean', async () => {
      const { page, close } = await explorer.visit('/?q=saphire');
      const offer = page.locator('.offers a').first();
      expect(await offer.innerText()).toMatch(/^Search for “Sapphire”: [1-9][\d,]* lots$/);
      await offer.click();
      await settled(page);
      expect(new URL(page.url()).search).toBe('?gem_name=Sapphire');
      await close();
    });
  });

  describe('generated lots', () => {
    let explorer: TestExplorer;
    beforeAll(() => {
      explorer = started();
    });

    test.each(['/', '/?view=market', '/?view=market&gem_name=Ruby', '/?view=index&gem_name=Ruby'])(
      'every headline of %s says that generated lots are among its lots, unless they are excluded',
      async (address) => {
        const headlines = '.finding h3, .figure-head h2';
        const { page, close } = await explorer.visit(address);
        await page.waitForLoadState('networkidle');
        const all = await page.locator(headlines).allInnerTexts();
        expect(all.length).toBeGreaterThan(1);
        for (const headline of all) expect(headline).toMatch(/^With sample lots: /);
        await page.locator('#real-only').check();
        await settled(page);
        await page.waitForLoadState('networkidle');
        const real = (await page.locator(headlines).allInnerTexts()).join();
        expect(real).not.toMatch(/sample/i);
        await close();
      },
    );

    test('generated lots set no price record, and the page says how many are left out', async () => {
      const { page, close } = await explorer.visit('/?view=records&gem_name=Ruby');
      const { data, meta } = (await get(explorer.url, '/api/ext/records', { gem_name: 'Ruby' })).body;
      expect(data.map(({ lot }: { lot: { is_synthetic: boolean } }) => lot.is_synthetic)).not.toContain(true);
      expect(meta.excluded_synthetic_lots).toBeGreaterThan(50);
      expect(await page.locator('.figure-records').innerText()).toContain(
        `Excludes ${meta.excluded_synthetic_lots} lots generated as samples, which never set a record.`,
      );
      expect(await page.locator('.figure-records h2').innerText()).toMatch(/^The record is/);
      await close();
    });

    test('generated lots are labeled, and the switch "Real sales only" excludes them from every view', async () => {
      const { page, requests, close } = await explorer.visit('/?view=search');
      expect(await page.locator('.samples-banner').innerText()).toContain('generated samples');
      expect(await page.locator('.sample-row .mark').first().innerText()).toBe('Sample, not a real sale');
      await page.locator('#real-only').check();
      await settled(page);
      expect(await page.locator('.sample-row').count()).toBe(0);
      expect(await page.locator('.results tbody tr .source').count()).toBe(20);
      await page.locator('.results .row-link').nth(3).click();
      await settled(page);
      for (const name of ['Prices', 'Value a stone', 'Houses', 'Search', 'Record prices']) {
        requests();
        await page.getByRole('link', { name, exact: true }).click();
        await settled(page);
        await page.waitForLoadState('networkidle');
        expect(
          requests().every((url) => url.includes('is_synthetic=false')),
          name,
        ).toBe(true);
        expect(await page.locator('#real-only').isChecked()).toBe(true);
      }
      await page.locator('.brand a').click();
      await settled(page);
      expect(new URL(page.url()).searchParams.get('is_synthetic')).toBe('false');
      await close();
    });
  });
}
