import Type, { type Static } from 'typebox';
import { AuctionRecord } from '../../../mappings/record.ts';
import { count, extension, flag, number, object, orNull, positive } from '../../present/fields.ts';
import { nominalFigures, type PriceFigures } from '../../present/price-figures.ts';
import type { RecordStep } from '../query/record-searches.ts';

const days = (description: string) => orNull(Type.Integer({ minimum: 0 }), description);

/** A lot that exceeded all earlier ones. */
export const PriceRecord = object('PriceRecord', 'Price record', {
  counts_from: Type.String({
    format: 'date',
    description: 'Day of the sale; for a lot with only a known month or year, its last day.',
    ...extension,
  }),
  value_usd: number('The price, or the price per carat, in US dollars.'),
  increase_usd: positive('Increase over the previous record; null for the first.'),
  increase: positive('Relative increase: new / old − 1, 6 decimals; null for the first, and after a 0.'),
  earlier_stood_days: days('Number of days that the previous record had stood; null for the first.'),
  stood_days: count(
    'Number of days that it stood: until the next record, or up to `meta.as_of_date` where it still stands.',
  ),
  is_standing: flag('Whether it is the current record.'),
  equal_lots: count(
    'Number of other lots of the same day with the same value; the one with the lowest id is shown.',
  ),
  lot: AuctionRecord,
});

export type PriceRecord = Static<typeof PriceRecord>;

/** The lot of a step, and the number of lots with the same day and value. */
export interface RecordLot {
  lot: AuctionRecord;
  candidates: number;
}

/**
 * A published step.
 * @param asOf the day up to which the latest record is counted
 */
export function presentRecordStep(
  steps: readonly RecordStep[],
  place: number,
  asOf: string,
  { lot, candidates }: RecordLot,
  figures: PriceFigures = nominalFigures,
): PriceRecord {
  const [earlier, step, next] = [steps[place - 1], steps[place]!, steps[place + 1]];
  return {
    counts_from: step.day,
    value_usd: figures.extreme(step.value)!,
    increase_usd: earlier ? figures.difference(step.value, earlier.value) : null,
    increase: figures.change(step.value, earlier?.value ?? null),
    earlier_stood_days: earlier ? daysBetween(earlier.day, step.day) : null,
    stood_days: daysBetween(step.day, next?.day ?? asOf),
    is_standing: next === undefined,
    equal_lots: candidates - 1,
    lot,
  };
}

const msPerDay = 86_400_000;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / msPerDay;
}
