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
  /** Writes records, makes them visible and gives the data a new version, without announcing it. */
  write(records: AuctionRecord[]): Promise<void>;
  /** Removes the index and the alias. */
  remove(): Promise<void>;
}

/** An index of these records behind an alias of its own, as an import leaves it. */
export async function createTestIndex(records: AuctionRecord[]): Promise<TestIndex> {
  const elasticsearch = new Client({ node: inject('elasticsearchUrl') });
  const alias = `t-${randomBytes(5).toString('hex')}`;
  const index = `${alias}-records-1`;
  await elasticsearch.indices.create({
    index,
    settings: recordsSettings as never,
    mappings: recordsMapping as never,
    aliases: { [alias]: {} },
  });

  async function write(written: AuctionRecord[]) {
    for (let start = 0; start < written.length; start += 5000) {
      const operations = written
        .slice(start, start + 5000)
        .flatMap((record) => [{ index: { _id: String(record.id) } }, toDocument(record)]);
      const { errors, items } = await elasticsearch.bulk({ index, operations });
      if (errors) throw new Error(JSON.stringify(items.find((item) => item.index?.error)));
    }
    await elasticsearch.indices.refresh({ index });
    await elasticsearch.indices.putMapping({ index, _meta: nextVersion() });
  }

  await write(records);
  return {
    alias,
    elasticsearch,
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
