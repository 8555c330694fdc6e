import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import type { AuctionRecord } from '../../mappings/record.ts';
import { leastRareCarat, stoneKeysOf } from '../record/stone-keys.ts';
import { type StoneDecision, stoneDecisions } from '../store/stone-decisions.ts';
import { type MarkedIndex, rewriteRecords } from './bulk-write.ts';
import { connectedGroups, type KeyRules, type LinkContext } from './connected-groups.ts';
import { chanceIn, joinedKey, maxSharing, stoneFields, stonesOf, type WeighedGems } from './stones.ts';

/**
 * Links the lots of one stone in a whole refreshed index, in which duplicates are linked: each gets `stone_id` and
 * `stone_evidence`, and others lose them. Changes no other field. Idempotent, and refreshes the index.
 * @returns how many records changed
 */
export async function linkStones(context: LinkContext, target: MarkedIndex): Promise<number> {
  const { elasticsearch, config } = context;
  const decisions = await stoneDecisions(elasticsearch, config.INDEX_ALIAS).list();
  const chance = chanceIn(await weighedGems(elasticsearch, target.index));
  let total = 0;
  for await (const groups of connectedGroups(context, target.index, rulesWith(decisions))) {
    const changed = groups
      .flatMap((group) => stonesOf(group, chance))
      .flatMap((stone) => stone.map((lot) => ({ lot, fields: stoneFields(lot, stone) })))
      .filter(({ lot: { record }, fields }) => !isDeepStrictEqual({ ...record, ...fields }, record))
      .map(({ lot, fields }) => ({ ...lot, record: { ...lot.record, ...fields } }));
    total += await rewriteRecords(context, target, changed);
  }
  await elasticsearch.indices.refresh({ index: target.index });
  return total;
}

/** Keys with the decisions of operators: lots that they joined share a key, and a lot that they split off shares none. */
function rulesWith(decisions: readonly StoneDecision[]): KeyRules {
  const keyOf = ({ lot, stone }: StoneDecision) =>
    stone === null ? `split ${lot}` : `${joinedKey} ${stone}`;
  const decided = new Map(decisions.map((one) => [one.lot, keyOf(one)]));
  return {
    keys: 'stone_keys',
    link: 'stone_id',
    maxSharing,
    keysOf(record: AuctionRecord) {
      const key = decided.get(record.id) ?? [];
      return [key, `${key}`.startsWith('split') ? [] : stoneKeysOf(record)].flat();
    },
    unstored: new Map(
      [...Map.groupBy(decisions, keyOf)].map(([key, some]) => [key, some.map(({ lot }) => lot)]),
    ),
  };
}

/** Most gem types whose lots are counted; a vocabulary has some two hundred. */
const maxTypes = 1_000;

/** Counts the heavy lots of each gem type by whole carats. */
async function weighedGems(elasticsearch: Client, index: string): Promise<WeighedGems> {
  const { aggregations } = await elasticsearch.search<unknown, { gems: { buckets: WeighedGems } }>({
    ...{ index, size: 0, request_cache: false },
    query: { range: { carat: { gte: leastRareCarat * 0.9 } } },
    aggs: {
      gems: {
        terms: { field: 'gem_type', size: maxTypes },
        aggs: { carats: { histogram: { field: 'carat', interval: 1, min_doc_count: 1 } } },
      },
    },
  });
  return aggregations!.gems.buckets;
}
