import type { CsvColumn } from '../market/figure-data.ts';
import { count, decimal, usd } from '../page/format.ts';
import type { SizeBand } from '../service/answers.ts';
import { pricesText } from '../text/en-prices.ts';

const { columns: titles } = pricesText.sizeCurve;

const weights: CsvColumn<SizeBand>[] = (['carat_from', 'carat_below'] as const).map((name) => ({
  ...{ name, title: titles[name], format: decimal },
  value: (band) => band[name],
}));

const price = (name: 'median' | 'median_low' | 'median_high' | 'p10' | 'p25' | 'p75' | 'p90') => ({
  ...{ name, title: titles[name], format: usd },
  value: (band: SizeBand) => band[name],
});

/** Columns of the curve; the names in files are those of the API. */
export const curveColumns: CsvColumn<SizeBand>[] = [
  ...weights,
  { name: 'n', title: titles.n, value: ({ n }) => n, format: count },
  ...(['median', 'median_low', 'median_high', 'p10', 'p25', 'p75', 'p90'] as const).map(price),
];

const estimate = (name: 'elasticity' | 'standard_error' | 'low' | 'high') => ({
  ...{ name: `elasticity.${name}`, title: titles[name], format: decimal },
  value: ({ elasticity }: SizeBand) => elasticity?.[name] ?? null,
});

/** Columns of the elasticities. */
export const elasticityColumns: CsvColumn<SizeBand>[] = [
  ...weights,
  ...(['elasticity', 'standard_error', 'low', 'high'] as const).map(estimate),
  {
    ...{ name: 'elasticity.n', title: titles.window, format: count },
    value: ({ elasticity }) => elasticity?.n ?? null,
  },
];
