import type { ListedImport } from '../../../../ingest/store/import-entry.ts';
import { isUnfinished } from '../../../../ingest/store/import-log.ts';
import type { Stack } from '../../../../local/start-stack.ts';
import type { RedundantService } from '../redundant-service.ts';
import type { StormPlan } from './plan.ts';

/** The service and the records of a storm. */
export interface Stage {
  plan: StormPlan;
  stack: Stack;
  service: RedundantService;
  /** Unexpected outputs of commands. */
  wrongWords: string[];
  /** Writes a line with the time to the record of the storm. */
  note(line: string): void;
}

/** A timeout that only a hang exceeds, even on a busy machine. */
export const patienceMs = 900_000;

/** The imports in the log, or none while Elasticsearch is away. */
export async function listImports({ service }: Pick<Stage, 'service'>): Promise<ListedImport[]> {
  return service.ingest.session.log.list().catch(() => []);
}

export async function unfinishedImports(stage: Pick<Stage, 'service'>): Promise<ListedImport[]> {
  return (await listImports(stage)).filter(isUnfinished);
}
