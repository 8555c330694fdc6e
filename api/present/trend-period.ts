import Type, { type Static } from 'typebox';
import { choice } from './fields.ts';
import { nominalFigures, type PriceFigures } from './price-figures.ts';
import { presentSummary, Summary, type Unrounded } from './summary.ts';
import { lowSample, lowSampleBelow, presentTotals, relativeChange, totalsFields } from './totals.ts';

/** The statistics of one period. */
export const TrendPeriod = Type.Object(
  {
    period: Type.String({
      pattern: '^[0-9]{4}(-Q[1-4]|-[0-9]{2})?$',
      description: 'Year, quarter or month.',
      examples: ['2019', '2019-Q3', '2019-07'],
      ...choice,
    }),
    start_date: Type.String({ format: 'date', description: 'First day of the period.', ...choice }),
    ...totalsFields,
    price_usd: Summary,
    price_per_carat_usd: Summary,
    median_price_per_carat_change: relativeChange(
      'Median price per carat, compared with the latest earlier period that has a priced lot; new / old − 1.',
    ),
    low_sample: lowSample,
  },
  { $id: 'TrendPeriod', title: 'Trend period', additionalProperties: false, ...choice },
);

export type TrendPeriod = Static<typeof TrendPeriod>;

/** The values of a period, unrounded. */
export interface UnroundedPeriod {
  name: string;
  start: string;
  totals: Parameters<typeof presentTotals>[0];
  price_usd: Unrounded;
  price_per_carat_usd: Unrounded;
}

/** Published periods, oldest first; each is compared with the latest earlier period that has a price. */
export function presentTrend(
  periods: readonly UnroundedPeriod[],
  figures: PriceFigures = nominalFigures,
): TrendPeriod[] {
  let latestPriced: UnroundedPeriod | undefined;
  return periods.map((period) => {
    const earlier = latestPriced;
    if (period.price_usd.count > 0) latestPriced = period;
    return {
      period: period.name,
      start_date: period.start,
      ...presentTotals(period.totals, figures),
      price_usd: presentSummary(period.price_usd, 'price_usd', figures),
      price_per_carat_usd: presentSummary(period.price_per_carat_usd, 'price_per_carat_usd', figures),
      median_price_per_carat_change: figures.change(
        period.price_per_carat_usd.median,
        earlier?.price_per_carat_usd.median ?? null,
      ),
      low_sample: period.price_usd.count < lowSampleBelow,
    };
  });
}
