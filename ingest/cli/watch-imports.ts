import type { ImportEntry } from '../store/import-log.ts';
import { exitCodeOf, exitCodes, worstOf } from './exit-codes.ts';
import { followImport } from './follow-import.ts';
import { type ProgressView, progressView } from './progress.ts';
import type { CliSession } from './session.ts';

/**
 * Shows the progress of imports until all have ended, and sets the exit code of the process by how they ended. Ctrl-C ends
 * the watching, not the imports.
 */
export async function watchImports(
  imports: readonly { id: number; name: string }[],
  session: CliSession,
  view: ProgressView,
): Promise<ImportEntry[]> {
  const onInterrupt = () => {
    view.stop();
    for (const { id } of imports) {
      console.error(
        `Import ${id} continues. Follow it: npx gem-auctions imports ${id}; stop it: npx gem-auctions cancel ${id}`,
      );
    }
    process.exit(exitCodes.interrupted);
  };
  process.once('SIGINT', onInterrupt);
  const ended = await Promise.all(imports.map(({ id, name }) => followImport(id, session, view.add(name))));
  process.off('SIGINT', onInterrupt);
  view.stop();
  process.exitCode = worstOf(ended.map(exitCodeOf));
  return ended;
}

/** Watches one import. */
export async function watchImport(
  { id, source }: ImportEntry,
  session: CliSession,
  { json }: { json?: boolean },
): Promise<ImportEntry> {
  const view = progressView(process.stderr, json === true);
  return (await watchImports([{ id, name: source }], session, view))[0]!;
}
