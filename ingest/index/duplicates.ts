import { lotNumberOf } from '../../mappings/document.ts';
import { type AuctionRecord, recordFieldNames } from '../../mappings/record.ts';
import type { ImportContext } from '../context.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import type { MarkedIndex } from './bulk-write.ts';
import { linkRecords } from './link-records.ts';
import { noStone } from './stones.ts';

/**
 * Links records of the same lot from different sources in a whole refreshed index. All but one of them get
 * `duplicate_of` and lose `stone_id` and `stone_evidence`; former duplicates lose `duplicate_of`. No other field changes.
 * Idempotent, and refreshes the index.
 * @returns how many records are hidden in the lots of this import
 */
export async function linkDuplicates(
  context: ImportContext,
  target: MarkedIndex,
  { id }: Pick<ImportEntry, 'id'>,
): Promise<number> {
  let hidden = 0;
  await linkRecords(context, target, {
    ...{ keys: 'duplicate_keys', link: 'duplicate_of', maxSharing: () => 100, decided: new Map() },
    async fieldsOf(groups) {
      const imports = groups.flat().flatMap(({ record }) => record.import ?? []);
      const sources = await context.log.sourcesOf(imports);
      return groups.flatMap((group) => {
        const shown = shownOf(group, ({ import: number }) => sources.get(number ?? 0))?.record;
        if (shown && group.some(({ record }) => record.import === id)) hidden += group.length - 1;
        return group.map((stored) => {
          const isHidden = shown && shown !== stored.record;
          return {
            stored,
            fields: isHidden ? { duplicate_of: shown.id, ...noStone } : { duplicate_of: null },
          };
        });
      });
    },
  });
  return hidden;
}

/** Maximum relative difference between two weights of the same stone. */
const caratTolerance = 0.01;

/**
 * Chooses the record to show for a group, if the group is one lot: all records come from different sources, and known lot
 * numbers and weights agree. Otherwise undefined, and each record is shown.
 */
export function shownOf<T extends { record: AuctionRecord }>(
  group: readonly T[],
  sourceOf: (record: AuctionRecord) => string | undefined,
): T | undefined {
  const sources = new Set(group.map(({ record }) => sourceOf(record)));
  if (group.length < 2 || sources.has(undefined) || sources.size < group.length) return undefined;
  const numbers = new Set(group.flatMap(({ record }) => lotNumberOf(record) ?? []));
  const carats = group.flatMap(({ record }) => record.carat ?? []);
  if (numbers.size > 1 || Math.max(...carats) > Math.min(...carats) * (1 + caratTolerance)) return undefined;
  return group.toSorted((a, b) => compareRecords(a.record, b.record))[0];
}

/**
 * Sorts the better record first: not hand-picked, because statistics leave those out, then known outcome, then more known
 * fields, then known price basis, then lower id.
 */
function compareRecords(a: AuctionRecord, b: AuctionRecord): number {
  return (
    Number(isHandPicked(a)) - Number(isHandPicked(b)) ||
    Number(hasOutcome(b)) - Number(hasOutcome(a)) ||
    knownFields(b) - knownFields(a) ||
    Number(hasBasis(b)) - Number(hasBasis(a)) ||
    a.id - b.id
  );
}

const isHandPicked = ({ flags }: AuctionRecord) => flags.includes('HAND_PICKED');

const hasOutcome = ({ sale_status: status }: AuctionRecord) => status !== 'unknown' && status !== 'listing';

const hasBasis = ({ price_basis: basis }: AuctionRecord) => basis === 'hammer' || basis === 'premium';

/** Fields that do not describe the lot. */
const otherFields = [
  'flags',
  'derived',
  'is_synthetic',
  'import',
  'updated_at',
  'duplicate_of',
  'stone_id',
  'stone_evidence',
];
const countedFields = recordFieldNames.filter((field) => !otherFields.includes(field));

const knownFields = (record: AuctionRecord) =>
  countedFields.filter((field) => {
    const value = record[field];
    return value !== null && !(Array.isArray(value) && value.length === 0);
  }).length;
