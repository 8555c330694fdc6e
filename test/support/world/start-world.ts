import type { TestProject } from 'vitest/node';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { startApi } from '../start-api.ts';
import { createTestIndex } from '../test-index.ts';
import { records } from './corpus.ts';
import { sampleRecords } from './samples.ts';
import { suggestNames } from './suggest-names.ts';

/** A served index that every test of a run may read and none may change. */
export interface SharedData {
  url: string;
  alias: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The lots of `corpus.ts`. */
    corpus: SharedData;
    /** The sample data, on the day of the examples in the documents. */
    samples: SharedData;
  }
}

/** The day after the newest sample record, on which these records are the latest. */
const dayOfSamples = '2026-11-21';

/** Indexes the shared records once for the run, and starts an API over each of the two indices. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = project.getProvidedContext();
  const started = await Promise.all([
    serve(records, services),
    serve(sampleRecords(), services, dayOfSamples),
  ]);
  project.provide('corpus', started[0].data);
  project.provide('samples', started[1].data);
  return async () => {
    for (const { close } of started) await close();
  };
}

type Services = Parameters<typeof startApi>[3] & {};

async function serve(of: readonly AuctionRecord[], services: Services, today?: string) {
  const index = await createTestIndex(of, {}, services.elasticsearchUrl);
  const names = await suggestNames(index);
  const api = await startApi({ INDEX_ALIAS: index.alias }, today, undefined, services);
  return {
    data: { url: api.url, alias: index.alias },
    async close() {
      await api.close();
      await index.elasticsearch.indices.delete({ index: names, ignore_unavailable: true });
      await index.remove();
    },
  };
}
