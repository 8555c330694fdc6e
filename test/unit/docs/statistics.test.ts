import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { presentCoverage } from '../../../api/ext/coverage/coverage-groups.ts';
import { realFigures } from '../../../api/statistics/price-figures.ts';
import { scheduleOf, withoutPremium, withPremium } from '../../../ingest/record/complete-prices.ts';
import { amountsOf } from '../../../mappings/document.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { cpiOfMonth, cpiOfSale } from '../../../mappings/us-cpi.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { plainSummary } from '../../support/plain-statistics.ts';

const page = readFileSync(new URL('../../../docs/statistics.md', import.meta.url), 'utf8');

/** The rows of the table of an example, and the text up to the next heading or example. */
function example(name: string): { rows: string[][]; told: string } {
  const [text] = page.split(`<!-- example: ${name} -->\n`)[1]!.split(/^(?:#|<!-- )/m);
  const lines = text!.split('\n');
  const rows = lines
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return { rows, told: lines.filter((line) => !line.startsWith('|')).join(' ') };
}

test('the documented real dollars example equals the computed result', () => {
  const { rows, told } = example('real dollars');
  const figures = realFigures('2015-05');
  const levels: number[] = [];
  const deflated = rows.map(([day, precision, carat, price]) => {
    const known = precision as AuctionRecord['auction_date_precision'];
    const amounts = amountsOf(
      buildAuction({
        id: 1,
        auction_date: day!,
        auction_date_precision: known,
        carat: Number(carat),
        price_final_usd: Number(price),
      }),
    )!;
    levels.push(cpiOfSale(day!, known)!);
    const shown = [amounts.real_published!, amounts.real_published_per_carat!].map((amount) =>
      figures.extreme(amount)!.toFixed(2),
    );
    expect(shown).toEqual(rows[levels.length - 1]!.slice(4));
    return Number(shown[0]);
  });
  expect(told).toContain(`(CPI ${cpiOfMonth('2015-05')})`);
  expect(told).toContain(`median price is ${plainSummary(deflated).median!.toFixed(2)}`);
  expect(told).toContain(`nominal one ${plainSummary(rows.map(([, , , price]) => Number(price))).median}.`);
  expect(told).toContain(`CPI of ${levels[0]},`);
  expect(told).toContain(`${levels[3]!.toFixed(3)}, and the last by the newest month, ${levels[4]}.`);
});

test('the documented coverage example equals the computed result', () => {
  const { rows, told } = example('coverage');
  const known = (column: number) => rows.filter((row) => row[column] !== '').length;
  const none = { treatment: 0, estimates: 0, price_hammer: 0, price_premium: 0 };
  const { lots, sold_lots, status, weight, origin, price } = presentCoverage({
    lots: rows.length,
    sold: rows.filter(([of]) => of === 'sold').length,
    newest: null,
    known: {
      ...none,
      status: rows.filter(([of]) => of !== 'unknown').length,
      ...{ weight: known(1), origin: known(2), price: known(3) },
    },
  });
  expect(told).toContain(`Of these ${lots} lots ${sold_lots} sold. The status of ${status.share} is known,`);
  expect(told).toContain(
    `the weight of ${weight.share}, the origin of ${origin.share}, and the price of ${price.share}`,
  );
});

test('the documented buyer’s premium example equals the computed result', () => {
  const { rows, told } = example('premium');
  const brackets = rows.map(([rate, upTo]) => ({
    perMille: Number.parseFloat(rate!) * 10,
    upTo: upTo === '' ? Number.POSITIVE_INFINITY : Number(upTo),
  }));
  const sale = {
    auction_house: "Christie's",
    auction_date: '2018-01-01',
    auction_date_precision: 'year' as const,
  };
  expect(scheduleOf(sale, 'USD')!.brackets).toEqual(brackets);
  expect(told).toContain(`price of 1000000 is ${withPremium(1_000_000, brackets)} with premium`);
  expect(told).toContain(`is one of ${withoutPremium(5_125_000, brackets)} without`);
});
