import type { Client } from '@elastic/elasticsearch';
import { bulkWrite, ensureOperationsIndex, readPages } from './elasticsearch.ts';

/** What an operator has decided about a lot. */
export interface StoneDecision {
  lot: number;
  /** Equal for lots that offer one stone: the lowest of their ids. Null if no other lot offers it. */
  stone: number | null;
}

/** The decisions of operators about stones; stored in Elasticsearch, so that they outlive every index of records. */
export function stoneDecisions(elasticsearch: Client, indexAlias: string) {
  const index = `${indexAlias}-stones`;
  return {
    /** All decisions. */
    async list(): Promise<StoneDecision[]> {
      const search = { size: 1_000, sort: [{ _shard_doc: 'asc' as const }] };
      const pages = readPages<StoneDecision>(elasticsearch, index, search);
      return (await Array.fromAsync(pages)).flat().map((hit) => hit._source!);
    },

    /** Stores decisions in the place of earlier ones about the same lots. */
    async put(decisions: readonly StoneDecision[]): Promise<void> {
      await ensureOperationsIndex(elasticsearch, index, { properties: { lot: { type: 'long' } } });
      const operations = decisions.flatMap((one) => [{ index: { _id: String(one.lot) } }, one]);
      await bulkWrite(elasticsearch, { index, refresh: true, operations }, 'decision');
    },
  };
}
