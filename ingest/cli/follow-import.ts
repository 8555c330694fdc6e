import { setTimeout as wait } from 'node:timers/promises';
import { MultiBar, Presets } from 'cli-progress';
import { retryWhileUnavailable } from '../errors.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import { exitCodes, worstOf } from './exit-codes.ts';
import { describeProgress, type Progress, readProgress } from './progress.ts';
import type { CliSession } from './session.ts';
import { printableLine } from './show.ts';

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
    const entry = await retryWhileUnavailable(() => session.log.find(id), neverAborted);
    if (!entry) throw new Error(`Import ${id} is not in the import log.`);
    report(entry, (await retryWhileUnavailable(() => readProgress(session), neverAborted))(entry));
    if (!isUnfinished(entry)) return entry;
    await wait(pollMs);
  }
}

/**
 * Shows the progress of imports until all have ended, then sets the exit code of the process. Ctrl-C ends the watching,
 * not the imports.
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

/** The exit code of one import that has ended. */
function exitCodeOf({ state, rejected }: Pick<ImportEntry, 'state' | 'rejected'>): number {
  if (state !== 'completed') return exitCodes.failed;
  return rejected > 0 ? exitCodes.rejects : exitCodes.done;
}

/** Shows the progress of imports: bars on a terminal, plain lines elsewhere. */
export interface ProgressView {
  /** Adds one import to the display and returns the function that reports its progress. */
  add(name: string): (entry: ImportEntry, progress: Progress | undefined) => void;
  /** Writes a line that stays. */
  print(line: string): void;
  stop(): void;
}

export function progressView(stream: NodeJS.WriteStream, quiet: boolean): ProgressView {
  if (quiet) return { add: () => () => {}, print: () => {}, stop: () => {} };
  return stream.isTTY ? bars(stream) : lines(stream);
}

function bars(stream: NodeJS.WriteStream): ProgressView {
  const multi = new MultiBar(
    {
      stream,
      format: '{name} {bar} {percentage}% | {phase}',
      hideCursor: true,
      clearOnComplete: false,
      autopadding: true,
      forceRedraw: true,
    },
    Presets.shades_classic,
  );
  return {
    add(given) {
      const name = printableLine(given);
      const bar = multi.create(1, 0, { name, phase: 'waiting to start' });
      return (entry, progress) =>
        bar.update(shareOf(entry, progress), { name, phase: phaseOf(entry, progress) });
    },
    print: (line) => multi.log(`${line}\n`),
    stop: () => multi.stop(),
  };
}

const shareOf = ({ state }: ImportEntry, progress: Progress | undefined) =>
  progress?.phase === 'publishing' || state === 'completed' ? 1 : (progress?.share ?? 0);

const phaseOf = ({ state }: ImportEntry, progress: Progress | undefined) =>
  progress ? describeProgress(progress) : state;

/** Minimum time between two plain lines, so that a log is not flooded. */
const lineEveryMs = 2_000;

function lines(stream: NodeJS.WriteStream): ProgressView {
  const print = (line: string) => stream.write(`${line}\n`);
  return {
    add(given) {
      const name = printableLine(given);
      let last: { line: string; kind: string; at: number } | undefined;
      return (entry, progress) => {
        const line = `${name}: ${phaseOf(entry, progress)}`;
        const kind = progress?.waits_for?.kind ?? progress?.phase ?? entry.state;
        if (line === last?.line || (kind === last?.kind && Date.now() < last.at + lineEveryMs)) return;
        last = { line, kind, at: Date.now() };
        print(line);
      };
    },
    print,
    stop: () => {},
  };
}
