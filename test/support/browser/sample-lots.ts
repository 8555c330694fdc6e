import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { syntheticCsv } from '../../../local/samples/synthetic-lots.ts';

/** A file of generated lots to import. */
export const lotsCsv = (count: number): string => [...syntheticCsv(count)].join('');

/** The photo of the Sunrise Ruby. */
export const sunrisePhoto = 'https://photos.example.com/sunrise.png';
const report = 'REPORT-25-59';

/**
 * The file of the notable sales, with a report number and a photo of the Sunrise Ruby. They are not hand-picked, so that
 * figures have real lots beside generated ones.
 */
export function notableSalesCsv(): string {
  const file = readFileSync(join(import.meta.dirname, '../../../local/samples/notable-sales.csv'), 'utf8');
  const [header, ...lines] = file
    .replaceAll(/;?HAND_PICKED/g, '')
    .trimEnd()
    .split('\n');
  const rest = (line: string) => (line.includes('The Sunrise Ruby') ? `,${report},${sunrisePhoto}` : ',,');
  return [`${header},report_numbers,image_url`, ...lines.map((line) => line + rest(line))].join('\n');
}

/** An earlier offer of the same stone, which did not sell. */
export const earlierOffer = {
  id: 900_005,
  title: 'An unmounted Burmese ruby of 25.59 carats',
  gem_type: 'Ruby',
  carat: 25.59,
  origin: 'Myanmar',
  labs: ['SSEF'],
  report_numbers: [report],
  is_sold: false,
  auction_house: 'Smith',
  auction_date: '2011-05-01',
};
