import type { Logger } from 'pino';
import { mappingVersion } from '../../../mappings/records-index.ts';
import type { ImportContext } from '../../context.ts';
import { ImportFailed } from '../../errors.ts';
import type { ImportEntry } from '../../store/import-entry.ts';
import { countWrites, liveIndex, readMappingVersion } from '../live-index.ts';

/** @throws ImportFailed when the new index does not hold just what the live one shows. */
export async function checkMigration(
  entry: ImportEntry,
  { elasticsearch, config }: ImportContext,
): Promise<void> {
  const { from, writes } = entry.migration!;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (live !== from) throw new ImportFailed(`${from} is not live any more. Run gem-auctions migrate again.`);
  if ((await countWrites(elasticsearch, [from])) !== writes) {
    throw new ImportFailed(`${from} was written to while it was copied. Run gem-auctions migrate again.`);
  }
  const [old, copied] = await Promise.all(
    [from, entry.index!].map(async (index) => (await elasticsearch.count({ index })).count),
  );
  if (old !== copied) throw new ImportFailed(`The new index holds ${copied} records, the live one ${old}.`);
}

/** Logs a warning when the live index has another mapping version; imports write to it as it is. */
export async function warnOfMappingVersion(
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
  logger: Logger,
): Promise<void> {
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const version = index ? await readMappingVersion(elasticsearch, index) : mappingVersion;
  if (version === mappingVersion) return;
  const advice =
    version < mappingVersion ? 'run gem-auctions migrate' : 'imports wait for a worker of its build';
  logger.warn({ index, version, known: mappingVersion }, `the live index has another mapping; ${advice}`);
}
