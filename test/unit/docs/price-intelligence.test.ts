import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Traits } from '../../../api/ext/comparables/compare-lots.ts';
import { compareLots } from '../../../api/ext/comparables/compare-lots.ts';
import { presentEstimates } from '../../../api/ext/estimates/estimate-figures.ts';
import { percentsAmongSold, readRatio } from '../../../api/ext/estimates/estimate-groups.ts';
import { type TraitEffect, traitEffectOf } from '../../../api/ext/premia/trait-effect.ts';
import { priceRecordSteps } from '../../../api/ext/records/price-record-searches.ts';
import { presentPriceRecord } from '../../../api/ext/records/price-records.ts';
import { createAdjuster } from '../../../api/ext/regression/adjust-prices.ts';
import { indexOf, modelPrices } from '../../../api/ext/regression/hedonic-index.ts';
import { type Moments, momentPowers, noMoments } from '../../../api/ext/regression/moments.ts';
import { presentSizeCurve, type UnroundedBand } from '../../../api/ext/size-curve/size-figures.ts';
import { caratBandsFor, finestRanges, jumpWindows } from '../../../api/ext/size-curve/size-searches.ts';
import { nominalFigures } from '../../../api/statistics/price-figures.ts';
import { estimateRatiosOf } from '../../../mappings/document.ts';
import type { Place } from '../../../mappings/price-amounts.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { lastPossibleDay, plainRecords } from '../../support/plain-records.ts';
import { plainRegression } from '../../support/plain-regression.ts';
import { plainSummary } from '../../support/plain-statistics.ts';

const page = readFileSync(new URL('../../../docs/price-intelligence.md', import.meta.url), 'utf8');

/** The rows of the table of an example, and the text up to the next heading or example. */
function example(name: string): { rows: string[][]; told: string } {
  const [text] = page.split(`<!-- example: ${name} -->\n`)[1]!.split(/^(?:#|<!-- )/m);
  const lines = text!.split('\n');
  const table = lines.filter((line) => line.startsWith('|')).slice(2);
  const rows = table.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return { rows, told: lines.filter((line) => !line.startsWith('|')).join(' ') };
}

test('the documented price index example equals the computed result', () => {
  const { rows, told } = example('price index');
  const cells = rows.map(([year, carat, price], i) => {
    const sums = sumsOf([{ carat: Number(carat), price: Number(price) }]);
    const values = ['Myanmar', 'No heat', null];
    return { period: `${year}-01-01`, values, sale: `${i}`, sums, heaviest: Math.log(Number(carat)) };
  });
  const model = modelPrices(cells)!;
  const { value, low, high } = indexOf(model, '2023-01-01', '2022-01-01')!;
  const medianOf = (year: string) =>
    plainSummary(rows.filter(([of]) => of === year).map(([, , price]) => Number(price))).median!;
  const slope = model.fit.estimate([[1, 1]])!;
  expect(told).toContain(`${value.toFixed(1)} (95%: ${low.toFixed(1)} to ${high.toFixed(1)})`);
  expect(told).toContain(`at ${((100 * medianOf('2023')) / medianOf('2022')).toFixed(1)} by medians`);
  expect(told).toContain(`weight of ${Math.exp(model.fit.center.x).toFixed(2)} carats`);
  expect(told).toContain(`worth ${slope.value.toFixed(2)}%`);
  expect(told).toContain(`error of ${slope.error.toFixed(3)}`);
});

test('the documented trait effects example equals the computed result', () => {
  const { rows, told } = example('premia');
  const cells = rows.map(([year, origin, carat, price], i) => ({
    ...{ period: `${year}-01-01`, values: [origin!, null, null], sale: `${i}` },
    sums: sumsOf([{ carat: Number(carat), price: Number(price) }]),
    heaviest: Math.log(Number(carat)),
  }));
  const model = modelPrices(cells)!;
  const lotsOf = () => ({ byWeight: new Map([['all', 6]]), byPeriod: new Map([['all', 6]]) });
  const between = (value: string, reference: string) =>
    traitEffectOf(model, 'origin', { value, reference }, lotsOf) as TraitEffect;
  const { factor, estimate } = between('Kashmir', 'Sri Lanka');
  const [value, low, high] = [factor.value, factor.low, factor.high].map((number) => number.toFixed(2));
  expect(told).toContain(`brings ${value} times the price of Sri Lanka (95%: ${low} to ${high})`);
  expect(told).toContain(`${estimate.degreesOfFreedom.toFixed(1)} degrees of freedom`);
  expect(told).toContain(`the reciprocal, ${between('Sri Lanka', 'Kashmir').factor.value.toFixed(2)}.`);
  const pricesOf = (origin: string) =>
    rows.filter(([, of]) => of === origin).map((row) => Math.log(Number(row[3])));
  const mean = (values: number[]) => values.reduce((sum, ln) => sum + ln, 0) / values.length;
  const ratio = Math.exp(mean(pricesOf('Kashmir')) - mean(pricesOf('Sri Lanka')));
  expect(told).toContain(`stand at ${ratio.toFixed(2)} to 1`);
  // The same by a regression over the lots, with a constant, ln(carat), its square, year and origin.
  const design = rows.map(([year, origin, carat]) => {
    const x = Math.log(Number(carat));
    return [1, x, x * x, Number(year === '2023'), Number(origin === 'Kashmir')];
  });
  const plain = plainRegression(
    design,
    rows.map((row) => Math.log(Number(row[3]))),
  );
  expect(factor.value).toBeCloseTo(Math.exp(plain.coefficients[4]!), 9);
});

test('the documented comparables example equals the computed result', () => {
  const { rows, told } = example('comparables');
  const lots = rows.map(([carat, years, origin, treatment, price]) => ({
    soldAt: 2024 - Number(years),
    pricePerCarat: Number(price),
    ...{
      sale: `${years}`,
      isComparable: true,
      values: { origin: null, treatment: null, auction_house: null },
    },
    traits: {
      carat: Number(carat),
      ageYears: Number(years),
      origin,
      treatment,
      auctionHouse: null,
    } as Traits,
  }));
  const target = { carat: 3, at: 2024, values: {} };
  const {
    lots: compared,
    effectiveLots,
    summary,
  } = compareLots(target, lots, createAdjuster(undefined, Number));
  expect(compared.map(({ weight }) => weight.toFixed(4))).toEqual(rows.map((row) => row[5]));
  const [median, low, high, medianLow, medianHigh] = [
    ...[summary!.median, summary!.low, summary!.high, summary!.medianLow, summary!.medianHigh],
  ].map((price) => price.toFixed(0));
  expect(told).toContain(`Effective n is ${effectiveLots.toFixed(2)}.`);
  expect(told).toContain(`${median} dollars per carat (95%: ${medianLow} to ${medianHigh})`);
  expect(told).toContain(`interval ${low} to ${high},`);
});

interface PricedLot {
  carat: number;
  price: number;
}

function sumsOf(lots: readonly PricedLot[]): Moments {
  const sums = noMoments();
  for (const { carat, price } of lots) {
    for (const [place, { x, y }] of momentPowers.entries()) {
      sums[place]! += Math.log(carat) ** x * Math.log(price) ** y;
    }
  }
  return sums;
}

test('the documented size curve example equals the computed result', () => {
  const { rows, told } = example('size curve');
  const lots = rows.map(([carat, price]) => ({ carat: Number(carat), price: Number(price) }));
  const within = ({ from, below }: { from: number; below: number }) =>
    lots.filter(({ carat }) => carat >= from && carat < below);
  const summed = (range: { from: number; below: number }) => ({ ...range, sums: sumsOf(within(range)) });
  const { bands, ratio } = caratBandsFor(finestRanges.map((range) => within(range).length));
  const unrounded = bands.map((band): UnroundedBand => {
    const {
      median_low: medianLow,
      median_high: medianHigh,
      ...prices
    } = plainSummary(within(band).map(({ price }) => price));
    return { ...summed(band), n: band.n, prices: { ...prices, medianLow, medianHigh } };
  });
  const jumps = jumpWindows.map(({ carat, below, above }) => ({
    ...{ carat, below: summed(below), above: summed(above) },
  }));
  const leftOut = { unsold: 0, unweighed: 0, unpriced: 0, multi_stone: 0, undated: 0 };
  const curve = presentSizeCurve({ leftOut, ratio, bands: unrounded, params: {} }, jumps);

  const [one, two, ...others] = curve.jumps;
  expect([one, ...others].map((jump) => jump!.gap)).toEqual(Array(4).fill('too_few_lots'));
  const { below, above, ln_jump, standard_error } = two!;
  const percent = (share: number | null) => `${(100 * share!).toFixed(1)}%`;
  expect(told).toContain(`${below.n} lots from ${below.carat_from} to below ${below.carat_below} carats`);
  expect(told).toContain(`${above.n} from ${above.carat_from} to below ${above.carat_below}.`);
  expect(told).toContain(`is ${ln_jump!.toFixed(4)}, with an error of ${standard_error!.toFixed(4)}`);
  expect(told).toContain(`costs ${percent(two!.relative_jump)} more`);
  expect(told).toContain(`(95%: ${percent(two!.relative_low)} to ${percent(two!.relative_high)})`);
  // The same from the lots themselves: two lines that meet at 2 carats.
  const [left, right] = [below, above].map(({ carat_from: from, carat_below }) => {
    const side = within({ from, below: carat_below });
    const design = side.map(({ carat }) => [1, Math.log(carat / 2)]);
    return plainRegression(
      design,
      side.map(({ price }) => Math.log(price)),
    );
  });
  expect(ln_jump).toBeCloseTo(right!.coefficients[0]! - left!.coefficients[0]!, 5);
  expect(standard_error).toBeCloseTo(Math.hypot(left!.robustErrors[0]!, right!.robustErrors[0]!), 5);

  const from = (carat: number) => curve.bands.find(({ carat_from }) => carat_from === carat)!;
  const band = from(2);
  expect(told).toContain(
    `from 2 to below ${band.carat_below} carats has ${band.n} lots and a median of ${band.median}.`,
  );
  const window = ({ elasticity: local }: typeof band) =>
    `over the ${local!.n} lots from ${local!.carat_from} to below ${local!.carat_below} carats`;
  const slope = ({ elasticity: local }: typeof band) => local!.elasticity!.toFixed(2);
  expect(told).toContain(
    `${window(band)}, is ${slope(band)} with an error of ${band.elasticity!.standard_error!.toFixed(2)}`,
  );
  const [lighter, heavier] = [from(1.681793), from(2.244924)];
  expect(told).toContain(`${window(lighter)} it is ${slope(lighter)}`);
  expect(told).toContain(`${window(heavier)} ${slope(heavier)}.`);
});

test('the documented price records example equals the computed result', () => {
  const lots = example('records').rows.map(([id, sold, carat, price, stones]) =>
    buildAuction({
      id: Number(id),
      ...datedBy(sold!),
      carat: Number(carat),
      price_final_usd: Number(price),
      flags: stones === 'several' ? ['MULTI_STONE'] : [],
    }),
  );
  const newest = '2019-05-14';
  const { data: plain } = plainRecords(lots, { of: 'price_per_carat', newest });
  const { rows, told } = example('records, answer');
  const shown = plain.map((step) => [
    ...[step.counts_from, step.lot.id, step.value_usd],
    ...[step.increase, step.earlier_stood_days, step.stood_days],
  ]);
  expect(rows).toEqual(shown.map((cells) => cells.map((value) => String(value ?? ''))));

  const single = lots.filter(({ flags }) => flags.length === 0);
  const steps = priceRecordSteps(
    single.map((lot) => ({ time: lastPossibleDay(lot), value: lot.price_per_carat_usd! })),
  );
  const presented = plain.map(({ lot }, place) =>
    presentPriceRecord(steps, place, newest, { lot, candidates: 1 }, nominalFigures),
  );
  expect(presented).toEqual(plain);
  const ofPrice = plainRecords(lots, { of: 'price', newest }).data.map(({ lot }) => lot.id);
  expect(told).toContain(`lots ${ofPrice.slice(0, -1).join(', ')} and ${ofPrice.at(-1)} set the records`);
});

/** The date of a lot from a year, a month or a day. */
function datedBy(sold: string): Pick<AuctionRecord, 'auction_date' | 'auction_date_precision'> {
  const precision = ({ 4: 'year', 7: 'month' } as const)[sold.length] ?? 'day';
  return { auction_date: `${sold}-01-01`.slice(0, 10), auction_date_precision: precision };
}

test('the documented estimates example equals the computed result', () => {
  const { rows, told } = example('estimates');
  const ratios = rows.map(
    ([low, high, price]) =>
      estimateRatiosOf(
        buildAuction({
          id: 1,
          estimate_low_usd: Number(low),
          estimate_high_usd: Number(high),
          price_hammer_usd: price === '' ? null : Number(price),
        }),
      )!,
  );
  const sold = ratios.filter(({ hammer_low }) => hammer_low !== undefined);
  const sizes = { n: sold.length, unsold: ratios.length - sold.length };
  // The result of Elasticsearch: the quantiles of sold lots at these percentages.
  const answer = (values: number[]) => {
    const sorted = [...values].sort((a, b) => a - b);
    const at = (percent: number) => {
      const position = (percent / 100) * (sorted.length - 1);
      const low = sorted[Math.floor(position)]!;
      return low + (position - Math.floor(position)) * (sorted[Math.ceil(position)]! - low);
    };
    const percents = [sizes, { ...sizes, unsold: 0 }].flatMap((some) =>
      Object.values(percentsAmongSold(some)),
    );
    return { values: percents.map((key) => ({ key, value: at(key) })) };
  };
  const [low, middle] = [
    answer(sold.map(({ hammer_low }) => hammer_low!)),
    answer(sold.map(({ hammer_middle }) => hammer_middle!)),
  ];
  const lotsAt = (place: Place) => sold.filter(({ hammer_place }) => hammer_place === place).length;
  const shown = presentEstimates({
    ...{ lots: 10, sold: 8, unsold: 2 },
    places: { below: lotsAt('below'), within: lotsAt('within'), above: lotsAt('above') },
    low: readRatio(low, { ...sizes, unsold: 0 }),
    middle: readRatio(middle, { ...sizes, unsold: 0 }),
    lowWithUnsold: readRatio(low, sizes),
    middleWithUnsold: readRatio(middle, sizes),
  });
  const { below, within, above, price_to_low, price_to_middle, with_unsold } = shown;
  expect(told).toContain(
    `${shown.n} sold lots ${below.lots} are below, ${within.lots} within and ${above.lots} above`,
  );
  expect(told).toContain(`${above.share} above (95%: ${above.low} to ${above.high})`);
  expect(told).toContain(
    `estimate is ${price_to_low.median} (${price_to_low.median_low} to ${price_to_low.median_high})`,
  );
  expect(told).toContain(`middle ${price_to_middle.median}.`);
  const { above: aboveAll, price_to_low: lowAll } = with_unsold;
  expect(told).toContain(`${with_unsold.below.lots} of ${with_unsold.n} are below, ${aboveAll.share} above`);
  expect(told).toContain(`(${aboveAll.low!.toFixed(6)} to ${aboveAll.high!.toFixed(6)})`);
  expect(told).toContain(`is ${lowAll.median}, at most ${lowAll.median_high};`);
  expect(lowAll.median_low).toBeNull();
});
