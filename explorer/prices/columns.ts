import { chartsText } from '../charts/charts-text.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { count, percent, usd } from '../page/format.ts';
import type { MarketGroup, TrendPeriod } from '../service/answers.ts';

const titles = chartsText.market.columns;

type Figures = Pick<MarketGroup, 'lots' | 'sold_lots' | 'sell_through_rate' | 'price_per_carat_usd'>;

/** The common columns of trends and groups; files use the names of the API, with dots for nesting. */
function figureColumns<Row extends Figures>(): CsvColumn<Row>[] {
  const names = ['median', 'median_low', 'median_high', 'p25', 'p75', 'n'] as const;
  return [
    ...names.map((name) =>
      column<Row>(
        `price_per_carat_usd.${name}`,
        titles[name],
        (row) => row.price_per_carat_usd[name],
        name === 'n' ? count : usd,
      ),
    ),
    column('lots', titles.lots, (row) => row.lots, count),
    column('sold_lots', titles.sold_lots, (row) => row.sold_lots, count),
    column('sell_through_rate', titles.sell_through_rate, (row) => row.sell_through_rate, percent),
  ];
}

/** Columns of the figures over time. */
export const trendColumns: CsvColumn<TrendPeriod>[] = [
  column('period', titles.period, (row) => row.period),
  ...figureColumns<TrendPeriod>(),
];

/** Columns of groups by these fields. */
export function groupColumns(...fields: ('gem_type' | 'carat_band' | 'origin' | 'auction_house' | 'year')[]) {
  return [
    ...fields.map((field) => column<MarketGroup>(field, titles[field], (row) => row[field] ?? null)),
    ...figureColumns<MarketGroup>(),
  ];
}
