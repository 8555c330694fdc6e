import { setTimeout as wait } from 'node:timers/promises';
import { retryWhileUnavailable } from '../retries.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import { exitCodes, worstOf } from './exit-codes.ts';
import { type Progress, readProgress } from './progress.ts';
import type { CliSession } from './session.ts';
import { describeProgress, printableLine, textOf } from './show.ts';

const pollMs = 250;
const neverAborted = new AbortController().signal;

/** Reports the progress of an import until it has ended, and returns the ended import. */
export async function followImport(
  id: number,
  session: Pick<CliSession, 'log' | 'imports'>,
  report: (entry: ImportEntry, progress: Progress | undefined) => void,
): Promise<ImportEntry> {
  for (;;) {
    // A restart of Elasticsearch ends neither the import nor the watching.
    const entry = (await retryWhileUnavailable(() => session.log.find(id), neverAborted))!;
    report(entry, (await retryWhileUnavailable(() => readProgress(session), neverAborted))(entry));
    if (!isUnfinished(entry)) return entry;
    await wait(pollMs);
  }
}

/**
 * Shows the progress of imports until all have ended, prints their summaries, and sets the exit code of the process. Ctrl-C
 * ends the watching, not the imports.
 */
export async function watchImports(
  imports: readonly Pick<ImportEntry, 'id' | 'source'>[],
  session: CliSession,
  options: { json?: boolean },
): Promise<void> {
  const onInterrupt = () => {
    for (const { id } of imports) {
      console.error(
        `Import ${id} continues. Follow it: npx gem-auctions imports ${id}; stop it: npx gem-auctions cancel ${id}`,
      );
    }
    process.exit(exitCodes.interrupted);
  };
  process.once('SIGINT', onInterrupt);
  const ended = await Promise.all(
    imports.map(({ id, source }) =>
      followImport(id, session, options.json ? () => {} : progressPrinter(source)),
    ),
  );
  process.off('SIGINT', onInterrupt);
  for (const entry of ended) console.log(textOf(entry, options));
  process.exitCode = worstOf(ended.map(exitCodeOf));
}

/** The exit code of one import that has ended. */
function exitCodeOf({ state, rejected }: Pick<ImportEntry, 'state' | 'rejected'>): number {
  if (state !== 'completed') return exitCodes.failed;
  return rejected > 0 ? exitCodes.rejects : exitCodes.done;
}

/** Minimum time between two lines about one import, so that a log is not flooded. */
const lineEveryMs = 2_000;

/** Builds the function that prints the progress of an import in lines on standard error. */
export function progressPrinter(name: string): (entry: ImportEntry, progress: Progress | undefined) => void {
  let last: { line: string; kind: string; at: number } | undefined;
  return ({ state }, progress) => {
    const line = `${printableLine(name)}: ${progress ? describeProgress(progress) : state}`;
    const kind = progress?.waits_for?.kind ?? progress?.phase ?? state;
    if (line === last?.line || (kind === last?.kind && Date.now() < last.at + lineEveryMs)) return;
    last = { line, kind, at: Date.now() };
    console.error(line);
  };
}
