import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { inject } from 'vitest';
import { toDocument } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import { mappingVersion, recordsMapping, recordsSettings } from '../../mappings/records-index.ts';

export interface TestIndex {
  /** The alias; nobody else uses it. */
  alias: string;
  elasticsearch: Client;
  /** The index behind the alias. */
  index: string;
  /** Makes new records visible under the same data version, as a crash of Elasticsearch may do. */
  show(records: AuctionRecord[]): Promise<void>;
  /** Writes records, makes them visible and gives the data a new version, without announcing it. */
  write(records: AuctionRecord[]): Promise<void>;
  /** Removes the index and the alias. */
  remove(): Promise<void>;
}

/**
 * Creates an index of these records behind a new alias, as an import does.
 * @param settings additional settings of the index
 * @param node the address of Elasticsearch, outside of a test
 */
export async function createTestIndex(
  records: readonly AuctionRecord[],
  settings: object = {},
  node = inject('elasticsearchUrl'),
): Promise<TestIndex> {
  const elasticsearch = new Client({ node });
  const alias = `t-${randomBytes(5).toString('hex')}`;
  const index = `${alias}-records-1`;
  await elasticsearch.indices.create({
    index,
    settings: {
      ...structuredClone(recordsSettings),
      index: { ...structuredClone(recordsSettings.index), ...settings },
    } as never,
    wait_for_active_shards: 0,
    mappings: recordsMapping as never,
    aliases: { [alias]: {} },
  });

  async function show(written: readonly AuctionRecord[]) {
    for (let start = 0; start < written.length; start += 5000) {
      const operations = written
        .slice(start, start + 5000)
        .flatMap((record) => [{ index: { _id: String(record.id) } }, toDocument(record)]);
      const { errors, items } = await elasticsearch.bulk({ index, operations });
      if (errors) throw new Error(JSON.stringify(items.find((item) => item.index?.error)));
    }
    // It would wait for a shard that cannot be allocated.
    if (written.length > 0) await elasticsearch.indices.refresh({ index });
  }

  async function write(written: readonly AuctionRecord[]) {
    await show(written);
    await elasticsearch.indices.putMapping({ index, _meta: nextVersion() });
  }

  await write(records);
  return {
    alias,
    elasticsearch,
    index,
    show,
    write,
    async remove() {
      await elasticsearch.indices.delete({ index, ignore_unavailable: true });
      await elasticsearch.close();
    },
  };
}

let versions = 0;

function nextVersion() {
  const as_of = new Date(Date.UTC(2024, 0, 1) + 1000 * versions++).toISOString();
  return { mapping_version: mappingVersion, data_version: randomBytes(6).toString('hex'), as_of };
}
