import { type Client, errors } from '@elastic/elasticsearch';
import type { Redis } from 'ioredis';
import { dataVersionChannel, type RecordsMeta } from '../mappings/data-version.ts';
import { suggestAlias } from '../mappings/suggest-index.ts';
import { asApiError } from './engine.ts';
import { unavailable } from './errors.ts';

/** One state of the data: what it is called and the index that holds it. */
export interface DataState {
  index: string;
  /** The alias of the suggestions. */
  suggestions: string;
  dataVersion: string;
  /** ISO 8601, UTC. */
  asOf: string;
  /** Version of the index's mapping: the one of this build, or an older one until it is migrated. */
  mappingVersion: number;
}

/** Nobody migrates within seconds. */
const migratedAfterS = 60;

/**
 * For what reads fields that came with a version of the mapping: an index that was not migrated yet would answer as if
 * no lot had them.
 * @throws ApiError `unavailable` while the index is older
 */
export function needMapping(state: Pick<DataState, 'mappingVersion'>, version: number): void {
  if (state.mappingVersion >= version) return;
  const found = `The index has version ${state.mappingVersion} of the mapping`;
  throw unavailable(
    `${found}; this needs version ${version}, which is built by a migration.`,
    undefined,
    migratedAfterS,
  );
}

/** Knows which state of the data is the current one. */
export interface DataStates {
  /**
   * The state that answers are read from now.
   * @throws ApiError `unavailable` while there is no index behind the alias, or Elasticsearch is away
   */
  current(): Promise<DataState>;
  /** Has the state read again: what was known of it turned out to be old. */
  forget(): void;
  /** Whether changes are announced, so that a state that was read before still holds. */
  isAnnounced(): boolean;
  /** Is called whenever the data may have changed. */
  onChange(listener: () => void): void;
}

/**
 * Reads the state from the `_meta` of the index behind the alias. While Redis announces changes it is read once
 * and again after each announcement or reconnection; without Redis it is read for each request.
 */
export function watchDataStates(
  elasticsearch: Client,
  subscriber: Redis,
  options: { indexAlias: string; timeoutMs: number },
): DataStates {
  const channel = dataVersionChannel(options.indexAlias);
  const listeners: (() => void)[] = [];
  let subscribed = false;
  let known: Promise<DataState> | undefined;

  const forget = () => {
    known = undefined;
    for (const listener of listeners) listener();
  };
  subscriber.on('message', forget);
  subscriber.on('close', () => {
    subscribed = false;
    forget();
  });
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(channel);
      subscribed = true;
    } catch {
      // The connection broke again: its next 'ready' subscribes.
    }
    // What was announced while nobody listened is found in Elasticsearch.
    forget();
  });

  const read = () => readState(elasticsearch, options);
  return {
    forget,
    isAnnounced: () => subscribed,
    onChange: (listener) => void listeners.push(listener),
    current() {
      if (!subscribed) return read();
      if (known === undefined) {
        const reading = read();
        known = reading;
        // A failure is not remembered; neither is a reading that an announcement overtook.
        reading.catch(() => {
          if (known === reading) known = undefined;
        });
      }
      return known;
    },
  };
}

async function readState(
  elasticsearch: Client,
  { indexAlias, timeoutMs }: { indexAlias: string; timeoutMs: number },
): Promise<DataState> {
  const missing = `The index alias ${indexAlias} does not exist yet: nothing has been imported.`;
  try {
    const mappings = await elasticsearch.indices.getMapping(
      { index: indexAlias, filter_path: '*.mappings._meta' },
      { requestTimeout: timeoutMs },
    );
    const [entry] = Object.entries(mappings);
    const meta = entry?.[1].mappings._meta as RecordsMeta | undefined;
    if (entry === undefined || meta?.data_version === undefined) throw unavailable(missing);
    const suggestions = suggestAlias(indexAlias);
    const { data_version: dataVersion, as_of: asOf, mapping_version: mappingVersion } = meta;
    return { index: entry[0], suggestions, dataVersion, asOf, mappingVersion };
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) throw unavailable(missing, error);
    throw asApiError(error);
  }
}
