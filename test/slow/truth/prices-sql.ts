import { cpiMonths, cpiOfMonth } from '../../../mappings/us-cpi.ts';
import type { OtherEngine } from './other-engine.ts';

/** A choice of prices as query parameters. */
export type Choice = {
  basis?: 'hammer' | 'premium' | 'published';
  dollars?: 'real' | 'nominal';
  base?: string;
};

/** Creates the table `cpi` of the published consumer price index, and adds the `level` of each lot to the table `lots`. */
export async function deflate({ ask }: OtherEngine): Promise<void> {
  const months = cpiMonths.map((month) => `(DATE '${month}-01', ${cpiOfMonth(month)}::DOUBLE)`);
  await ask(`CREATE TABLE cpi AS SELECT * FROM (VALUES ${months.join(', ')}) AS t(month, level)`);
  await ask('CREATE TABLE cpi_years AS SELECT year(month) AS year, avg(level) AS level FROM cpi GROUP BY 1');
  await ask(`CREATE OR REPLACE TABLE lots AS SELECT lots.*,
    CASE WHEN precision = 'year' AND cpi_years.level IS NOT NULL THEN cpi_years.level
      ELSE (SELECT level FROM cpi WHERE month <= auction_day ORDER BY month DESC LIMIT 1) END AS level
    FROM lots LEFT JOIN cpi_years ON cpi_years.year = year(auction_day)`);
}

/** The columns of `lots`, with the prices of a choice. */
export function columnsOf({ basis = 'published', dollars, base }: Choice): string {
  const price = basis === 'published' ? 'price' : basis;
  const rounded = basis === 'published' ? 'ppc_cents' : `${basis}_ppc_cents`;
  const perCarat = dollars === 'real' ? `(${price} * 10000::DOUBLE / carat_cents)` : rounded;
  const factor = `(SELECT level FROM cpi WHERE month = ${base ? `DATE '${base}-01'` : '(SELECT max(month) FROM cpi)'}) / level`;
  const amount = (column: string) => (dollars === 'real' ? `${column} * (${factor})` : column);
  const ofOneStone = `CASE WHEN flag IS DISTINCT FROM 'MULTI_STONE' THEN ${amount(perCarat)} END`;
  const replaced = `${amount(price)} AS price, ${amount(perCarat)} AS ppc_cents, ${ofOneStone} AS stone_ppc_cents`;
  return `* REPLACE (${replaced}), ${price} AS nominal`;
}

/** Further columns of a group: the number of prices of each kind. */
export const countedPrices = `
  count(price) FILTER (WHERE basis = 'hammer') AS of_hammer, count(price) FILTER (WHERE basis = 'premium') AS of_premium,
  count(price) FILTER (WHERE basis IS NULL OR basis = 'unknown') AS of_unknown,
  count(*) FILTER (WHERE status = 'sold' AND price IS NULL) AS left_out,
  count(*) FILTER (WHERE nominal IS NOT NULL AND price IS NULL) AS not_deflated,
  count(price) FILTER (WHERE auction_day > (SELECT last_day(max(month)) FROM cpi)) AS later`;
