import { describe, expect, test } from 'vitest';
import { elasticityReadout, fullestBand, named, priceReadout } from '../../../explorer/prices/size-words.ts';
import type { SizeBand } from '../../../explorer/service/answers.ts';

const band = (more: Partial<SizeBand>): SizeBand => ({
  carat_from: 2,
  carat_below: 2.118926,
  n: 7,
  low_sample: false,
  elasticity: null,
  p10: 100,
  p25: 200,
  median: 300,
  p75: 400,
  p90: 500,
  median_low: 250,
  median_high: 350,
  ...more,
});
const nothing = { n: 0, p10: null, p25: null, median: null, p75: null, p90: null, low_sample: true };

describe('readout of a weight band', () => {
  test('a band shows its weights, its quantiles and its number of lots', () => {
    const [only] = named([band({})]);
    expect(only!.period).toBe('2.00 – 2.12\u00a0ct');
    expect(priceReadout(only!)).toEqual([
      ['Median', '$300'],
      ['95% interval', '$250 – $350'],
      ['Middle 50%', '$200 – $400'],
      ['Middle 80%', '$100 – $500'],
      ['Lots', '7'],
    ]);
  });

  test('a band without an interval shows a dash, and a band without lots shows no figure', () => {
    const [thin, empty] = named([band({ n: 2, median_low: null, median_high: null }), band(nothing)]);
    expect(priceReadout(thin!)[1]).toEqual(['95% interval', '—']);
    expect(priceReadout(empty!)).toEqual([['Median', 'no lots']]);
  });

  test('an elasticity is shown with its weight range, or with the reason why there is none', () => {
    const elasticity = {
      carat_from: 1.5,
      carat_below: 3,
      n: 40,
      elasticity: 1.234,
      standard_error: 0.1,
      low: 1.03,
      high: 1.44,
      residual_standard_error: 0.5,
    };
    const [told, notEstimated] = named([band({ elasticity }), band({})]);
    expect(elasticityReadout(told!)).toEqual([
      ['Price per carat for twice the weight', '+135%'],
      ['95% interval', '+104% – +171%'],
      ['Estimated from', '1.50 – 3.00\u00a0ct'],
      ['Lots', '40'],
    ]);
    expect(elasticityReadout(notEstimated!)[0]![1]).toMatch(/^cannot be estimated/);
  });
});

test('the band with the most lots is selected first, the lightest of equal ones', () => {
  expect(fullestBand([band({ n: 1 }), band({ n: 9 }), band(nothing), band({ n: 9 })])).toBe(1);
});
