import { type AuctionRecord, stoneEvidence } from '../../mappings/record.ts';
import { evidenceOf } from '../record/stone-keys.ts';
import { connectByKeys } from './link-records.ts';

/** The fields of a lot that is not known from another sale. */
export const noStone: Pick<AuctionRecord, 'stone_id' | 'stone_evidence'> = {
  stone_id: null,
  stone_evidence: [],
};

/** A lot with its keys. */
export interface KeyedLot {
  record: AuctionRecord;
  keys: readonly string[];
}

/** How the keys of lots begin that an operator has joined, whatever else is known of them. */
export const joinedKey = 'joined';

/** The most lots that share a key of a stone: of a weight only a few. */
export const maxSharing = (key: string) => (isWeight(key) ? 3 : 12);

const isWeight = (key: string) => evidenceOf(key) === 'weight';

/**
 * Divides lots that are connected by keys into stones, each with its lots. First reports, names and decisions link lots, if
 * all that they connect may be one stone. Then a weight links two stones if no third has it, and chance hardly explains it.
 * @param chance the number of further lots that are expected to have the weight of a lot
 */
export function stonesOf<T extends KeyedLot>(lots: readonly T[], chance: (lot: T) => number): T[][] {
  const weights = new Set(lots.flatMap(({ keys }) => keys.filter(isWeight)));
  let stones = connectByKeys(lots, weights).flatMap((some) =>
    areOneStone(some) ? [some] : some.map((lot) => [lot]),
  );
  for (const key of [...weights].sort()) {
    const some = stones.filter((stone) => stone.some(({ keys }) => keys.includes(key)));
    const united = some.flat();
    const isRare = some.length === 2 && chance(united.find(({ keys }) => keys.includes(key))!) <= maxChance;
    if (!isRare || !areOneStone(united) || haveOtherReports(some)) continue;
    stones = [...stones.filter((stone) => !some.includes(stone)), united];
  }
  return stones;
}

/** Two lots of the same weight are one stone if chance alone explains at most this number of further lots with it. */
const maxChance = 0.02;

/** Whether lots may all be sales of one stone, or were joined. */
const areOneStone = (lots: readonly KeyedLot[]) =>
  lots.every((a, at) =>
    lots
      .slice(at + 1)
      .every(
        (b) => a.keys.some((key) => key.startsWith(joinedKey) && b.keys.includes(key)) || mayBeOne(a, b),
      ),
  );

/** Days within which two lots are taken for lots of one sale. */
const daysOfSale = 31;

/** The share of its weight that a stone may lose by a new cut. */
const maxRecut = 0.15;

/** Whether two lots are of different sales, and not of two origins or weights. */
function mayBeOne({ record: a }: KeyedLot, { record: b }: KeyedLot): boolean {
  const [first, second] = [daysOf(a), daysOf(b)].sort((x, y) => x.from - y.from);
  const [carat, other] = [a.carat ?? b.carat ?? 1, b.carat ?? a.carat ?? 1];
  return (
    second!.from - first!.to > daysOfSale &&
    (a.origin === null || b.origin === null || a.origin === b.origin) &&
    Math.min(carat, other) >= Math.max(carat, other) * (1 - maxRecut)
  );
}

const furtherDays = { day: 0, month: 30, year: 365 };

/** The days on which a lot may have been sold, as its source dates it. */
function daysOf({ auction_date: date, auction_date_precision: precision }: AuctionRecord) {
  const from = Date.parse(date!) / 86_400_000;
  return { from, to: from + furtherDays[precision ?? 'day'] };
}

/** Whether one laboratory has reported on both stones, under other numbers. */
const haveOtherReports = ([one, other]: KeyedLot[][]) => {
  const [labs, otherLabs] = [one!, other!].map((lots) =>
    lots.flatMap(({ record }) => (record.report_numbers.length > 0 ? record.labs : [])),
  );
  return labs!.some((lab) => otherLabs!.includes(lab));
};

/** The fields of a lot of a stone. */
export function stoneFields(lot: KeyedLot, stone: readonly KeyedLot[]): typeof noStone {
  if (stone.length === 1) return noStone;
  const others = stone.flatMap((other) => (other === lot ? [] : other.keys));
  const kinds = lot.keys.filter((key) => others.includes(key)).map(evidenceOf);
  return {
    stone_id: Math.min(...stone.map(({ record }) => record.id)),
    stone_evidence: stoneEvidence.filter((kind) => kinds.includes(kind)),
  };
}

/** The gem types of heavy lots, each with the numbers of lots by carats, rounded down. */
export type WeighedGems = readonly {
  key: string;
  carats: { buckets: readonly { key: number; doc_count: number }[] };
}[];

/**
 * How many further lots of the gem are expected to have the weight of a lot: of those within a tenth of the weight, as many
 * as share a hundredth of a carat; a tenth where the weight may be rounded to it.
 */
export const chanceIn =
  (gems: WeighedGems) =>
  ({ record: { gem_type, carat } }: KeyedLot): number => {
    const [from, to] = [Math.floor(carat! * 0.9), Math.floor(carat! * 1.1)];
    const near = gems.find(({ key }) => key === gem_type)?.carats.buckets ?? [];
    const lots = near.reduce(
      (sum, { key, doc_count }) => sum + (key >= from && key <= to ? doc_count : 0),
      -2,
    );
    return lots / (to - from + 1) / (Math.round(carat! * 100) % 10 === 0 ? 10 : 100);
  };
