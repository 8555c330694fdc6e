import { randomFrom } from '../../local/samples/random.ts';
import { syntheticLots } from '../../local/samples/synthetic-lots.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import { buildAuction } from './build-auction.ts';

/** What makes stones hard to tell apart: nothing more, other stones of equal weight, or sources that round weights. */
export const shapes = ['plain', 'twins', 'rounded'] as const;

/** A lot of a planted market, and the stone that it offers. */
export interface PlantedLot {
  record: AuctionRecord;
  stone: number;
  /** Whether the title has the stone's own name. */
  isNamed: boolean;
}

/** Shares of lots: sold again, of these recut, with the same report, and with a name; with a twin of equal weight. */
const resold = 0.02;
const recut = 0.1;
const maxRecut = 0.15;
const sameReport = 0.75;
const named = 0.01;
const twins = 0.01;
const untold = 0.1;

/** A market of `count` lots, of which 2 % are sold again in another sale. The same seed gives the same lots. */
export function plantStones(count: number, shape: (typeof shapes)[number], seed: number): PlantedLot[] {
  const random = randomFrom(seed);
  const likely = (share: number) => random.next() < share;
  const lots: PlantedLot[] = [];
  const spare = syntheticLots(count, { seed: seed + 1, firstId: count + 1 });
  const firsts = Math.round(count / (1 + resold + (shape === 'twins' ? twins : 0)));
  for (const lot of syntheticLots(firsts, { seed, firstId: 1 })) {
    const { id, carat } = lot;
    const isSingle = !lot.flags.includes('MULTI_STONE');
    const isNamed = isSingle && carat !== null && likely(named);
    const name = `The ${nameOf(id)} ${lot.gem_type}, `;
    const titled = (title: string) => (isNamed ? name + title : title);
    const record = buildAuction({ ...lot, title: titled(lot.title) });
    lots.push({ record, stone: id, isNamed });
    const elsewhere = () => {
      let other = spare.next().value!;
      while (!isLater(other.auction_date!, record.auction_date!)) other = spare.next().value ?? raise();
      const { id, title, auction_house, auction_date, lot_number, sale, location, report_numbers } = other;
      return {
        other,
        known: { id, title, auction_house, auction_date, lot_number, sale, location },
        report_numbers,
      };
    };
    if (isSingle && record.auction_date! < '2024' && likely(resold)) {
      const { known, report_numbers } = elsewhere();
      const isSame = likely(sameReport);
      const weight = carat !== null && likely(recut) ? carat * (1 - maxRecut * random.next()) : carat;
      lots.push({
        record: buildAuction({
          ...record,
          ...known,
          title: titled(known.title),
          carat: weight && Number(weight.toFixed(2)),
          origin: likely(untold) ? null : record.origin,
          report_numbers: isSame ? record.report_numbers : report_numbers,
        }),
        stone: id,
        isNamed,
      });
    }
    if (shape === 'twins' && isSingle && record.auction_date! < '2024' && likely(twins)) {
      const { known, report_numbers } = elsewhere();
      lots.push({
        record: buildAuction({ ...record, ...known, report_numbers }),
        stone: -id,
        isNamed: false,
      });
    }
  }
  return shape === 'rounded' ? lots.map(rounded) : lots;
}

const raise = () => {
  throw new Error('There are too few later lots.');
};

const isLater = (one: string, other: string) => Date.parse(one) - Date.parse(other) > 200 * 86_400_000;

/** A name that no other stone has. */
const nameOf = (id: number) =>
  [...String(id)]
    .map((digit) => ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'][Number(digit)])
    .join('')
    .replace(/^./, (first) => first.toUpperCase());

/** A third of the sources round weights to tenths, and as many of the rest to halves. */
function rounded(lot: PlantedLot): PlantedLot {
  const { carat, auction_house: house } = lot.record;
  const kind = [...house!].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;
  const steps = kind < 2 ? 10 : kind === 2 ? 2 : 100;
  if (carat === null) return lot;
  return { ...lot, record: { ...lot.record, carat: Math.max(0.5, Math.round(carat * steps) / steps) } };
}
