import type { Client } from '@elastic/elasticsearch';
import type { ImportContext } from '../context.ts';
import { leastRareCarat } from '../record/stone-keys.ts';
import { stoneDecisions } from '../store/stone-decisions.ts';
import type { MarkedIndex } from './bulk-write.ts';
import { linkRecords } from './link-records.ts';
import { chanceIn, joinedKey, maxSharing, stoneFields, stonesOf, type WeighedGems } from './stones.ts';

/**
 * Links the lots of one stone in a whole refreshed index, in which duplicates are linked: each gets `stone_id` and
 * `stone_evidence`, and others lose them. Changes no other field. Idempotent, and refreshes the index.
 * @returns how many records changed
 */
export async function linkStones(context: ImportContext, target: MarkedIndex): Promise<number> {
  const { elasticsearch, config } = context;
  const decisions = await stoneDecisions(elasticsearch, config.INDEX_ALIAS).list();
  const chance = chanceIn(await weighedGems(elasticsearch, target.index));
  return linkRecords(context, target, {
    ...{ keys: 'stone_keys', link: 'stone_id', maxSharing },
    decided: new Map(
      decisions.map(({ lot, stone }) => [lot, stone === null ? null : `${joinedKey} ${stone}`]),
    ),
    fieldsOf: async (groups) =>
      groups
        .flatMap((group) => stonesOf(group, chance))
        .flatMap((stone) => stone.map((stored) => ({ stored, fields: stoneFields(stored, stone) }))),
  });
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
