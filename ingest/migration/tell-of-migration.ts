import type { Logger } from 'pino';
import { mappingVersion } from '../../mappings/records-index.ts';
import { liveIndex, readMappingVersion } from '../live-index.ts';
import type { ImportSteps } from '../steps.ts';

/** Says in the log of a worker that the live index waits for a migration; until then it is written as it is. */
export async function tellOfMigration(
  { elasticsearch, config }: Pick<ImportSteps, 'elasticsearch' | 'config'>,
  logger: Logger,
): Promise<void> {
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const version = index ? await readMappingVersion(elasticsearch, index) : mappingVersion;
  if (version === mappingVersion) return;
  const advice =
    version < mappingVersion ? 'run gem-auctions migrate' : 'imports wait for a worker of its build';
  logger.warn({ index, version, known: mappingVersion }, `the live index has another mapping; ${advice}`);
}
