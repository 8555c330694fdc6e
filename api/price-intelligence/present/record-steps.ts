import Type, { type Static } from 'typebox';
import { AuctionRecord } from '../../../mappings/record.ts';
import { round } from '../../../mappings/round.ts';
import { change } from '../../present/figure.ts';
import { count, extension, figure, object } from './fields.ts';

const days = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description, ...extension });

/** A lot that exceeded all earlier ones. */
export const PriceRecord = object('PriceRecord', 'Price record', {
  counts_from: Type.String({
    format: 'date',
    description:
      'Day of the sale; of a lot of which only the month or year is known the last day that it may have been.',
    ...extension,
  }),
  value_usd: Type.Number({
    minimum: 0,
    description: 'The price, or the price per carat, in US dollars.',
    ...extension,
  }),
  increase_usd: figure('By how much it beat the record before it; null of the first.', { minimum: 0 }),
  increase: figure('The same as a share: new / old − 1, 6 decimals; null of the first, and after a 0.', {
    minimum: 0,
  }),
  earlier_stood_days: days('How many days the record before it had stood; null of the first.'),
  stood_days: count(
    'How many days it stood: until the next record, or up to `meta.as_of_date` where it still stands.',
  ),
  is_standing: Type.Boolean({ description: 'Whether nothing has beaten it.', ...extension }),
  equal_lots: count('Other lots of the same day at the same value; the one with the lowest id is shown.'),
  lot: AuctionRecord,
});

export type PriceRecord = Static<typeof PriceRecord>;

/** A value that exceeded all earlier ones, and the day from which it counts. */
interface Step {
  day: string;
  value: number;
}

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
  steps: readonly Step[],
  place: number,
  asOf: string,
  { lot, candidates }: RecordLot,
): PriceRecord {
  const [earlier, step, next] = [steps[place - 1], steps[place]!, steps[place + 1]];
  return {
    counts_from: step.day,
    value_usd: step.value,
    increase_usd: earlier ? round(step.value - earlier.value, 2) : null,
    increase: change(step.value, earlier?.value ?? null),
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
