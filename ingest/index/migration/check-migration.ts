import type { Logger } from 'pino';
import { mappingVersion } from '../../../mappings/records-index.ts';
import type { ImportContext } from '../../context.ts';
import { ImportFailed } from '../../errors.ts';
import type { ImportEntry } from '../../store/import-entry.ts';
import { countWrites, isCurrent, liveIndex, readMapping } from '../live-index.ts';

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

/** Logs a warning when the live index has another mapping than this build: imports do not write to it. */
export async function warnOfMapping(
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
  logger: Logger,
): Promise<void> {
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const mapping = index && (await readMapping(elasticsearch, index));
  if (!mapping || isCurrent(mapping)) return;
  const { version, missing } = mapping;
  const ofSame = missing.length > 0 ? 'run gem-auctions migrate' : 'imports wait for a worker of its build';
  const advice = version < mappingVersion ? 'import all files again, the first with --replace' : ofSame;
  logger.warn({ index, ...mapping, known: mappingVersion }, `the live index has another mapping; ${advice}`);
}
