/**
 * The documented statistics in SQL: counts and sums in whole numbers, quantiles by DuckDB's `quantile_cont` (type 7).
 */

/** The column of each kind of value: money in whole dollars, others in hundredths. */
export const valueColumns = {
  price_usd: { column: 'price', unit: 1 },
  price_per_carat_usd: { column: 'stone_ppc_cents', unit: 100 },
  carat: { column: 'carat_cents', unit: 100 },
} as const;

export type ValueName = keyof typeof valueColumns;

/** The quantiles by their published names. */
export const quantileNames = { p10: 0.1, p25: 0.25, median: 0.5, p75: 0.75, p90: 0.9 } as const;

const totals = `
  count(*) AS lots, count(*) FILTER (WHERE status = 'sold') AS sold_lots,
  count(*) FILTER (WHERE status = 'unsold') AS unsold_lots,
  count(*) FILTER (WHERE flag = 'MULTI_STONE' AND ppc_cents IS NOT NULL) AS excluded_lots,
  coalesce(sum(price), 0)::VARCHAR AS value_usd, coalesce(sum(carat_cents), 0)::VARCHAR AS carat_cents`;

function valuesOf(name: ValueName): string {
  const { column } = valueColumns[name];
  const quantiles = Object.entries(quantileNames).map(
    ([quantile, q]) => `quantile_cont(${column}::DOUBLE, ${q}) AS ${name}_${quantile}`,
  );
  return `count(${column}) AS ${name}_n, min(${column}) AS ${name}_min, max(${column}) AS ${name}_max,
    sum(${column})::VARCHAR AS ${name}_sum, ${quantiles.join(', ')},
    list_sort(list(${column}) FILTER (WHERE ${column} IS NOT NULL)) AS ${name}_sorted`;
}

const ends = (name: ValueName) => `
  ${name}_sorted[of_${name}.l] AS ${name}_low, ${name}_sorted[${name}_n + 1 - of_${name}.l] AS ${name}_high`;

const ranks = (name: ValueName) => `LEFT JOIN ranks AS of_${name} ON of_${name}.n = ${name}_n`;

/**
 * SQL for the statistics of each group of the lots that meet a condition.
 * @param keys expressions with their names; none for a single group of all lots
 * @param more further columns of a group
 * @param columnsAsked the columns of the lots; `price`, `ppc_cents` and `stone_ppc_cents` may be replaced
 */
export function groupsSql(
  where: string,
  keys: string[],
  names: ValueName[],
  more = '',
  columnsAsked = '*',
): string {
  const columns = [...keys, totals, ...names.map(valuesOf), ...(more ? [more] : [])];
  const by = keys.length > 0 ? `GROUP BY ${keys.map((_, place) => place + 1).join(', ')}` : '';
  return `
    WITH asked AS (SELECT ${columnsAsked} FROM lots WHERE ${where}),
    groups AS (SELECT ${columns.join(', ')} FROM asked ${by})
    SELECT groups.* EXCLUDE (${names.map((name) => `${name}_sorted`).join(', ')}), ${names.map(ends).join(', ')}
    FROM groups ${names.map(ranks).join(' ')}`;
}
