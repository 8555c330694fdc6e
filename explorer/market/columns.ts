import { count, percent, usd } from '../page/format.ts';
import type { MarketGroup, TrendPeriod } from '../service/answers.ts';
import { text } from '../text/text.ts';
import type { CsvColumn } from './figure-data.ts';

const titles = text.market.columns;

type Figures = Pick<MarketGroup, 'lots' | 'sold_lots' | 'sell_through_rate' | 'price_per_carat_usd'>;

/** The common columns of trends and groups; the names in files are those of the API, with dots for nesting. */
function figureColumns<Row extends Figures>(): CsvColumn<Row>[] {
  const price = (name: 'n' | 'median' | 'median_low' | 'median_high' | 'p25' | 'p75'): CsvColumn<Row> => ({
    name: `price_per_carat_usd.${name}`,
    title: titles[name],
    value: (row) => row.price_per_carat_usd[name],
    format: name === 'n' ? count : usd,
  });
  return [
    price('median'),
    price('median_low'),
    price('median_high'),
    price('p25'),
    price('p75'),
    price('n'),
    { name: 'lots', title: titles.lots, value: (row) => row.lots, format: count },
    { name: 'sold_lots', title: titles.sold_lots, value: (row) => row.sold_lots, format: count },
    {
      name: 'sell_through_rate',
      title: titles.sell_through_rate,
      value: (row) => row.sell_through_rate,
      format: percent,
    },
  ];
}

/** Columns of the figures over time. */
export const trendColumns: CsvColumn<TrendPeriod>[] = [
  { name: 'period', title: titles.period, value: (row) => row.period, format: count },
  ...figureColumns<TrendPeriod>(),
];

/** Columns of groups by these fields. */
export function groupColumns(...fields: ('gem_type' | 'carat_band' | 'origin' | 'auction_house' | 'year')[]) {
  return [
    ...fields.map(
      (field): CsvColumn<MarketGroup> => ({
        ...{ name: field, title: titles[field], format: String },
        value: (row) => row[field] ?? null,
      }),
    ),
    ...figureColumns<MarketGroup>(),
  ];
}
