import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { MultiBar, Presets } from 'cli-progress';
import { retryWhileUnavailable } from '../errors.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import { exitCodes, worstOf } from './exit-codes.ts';
import type { CliSession } from './session.ts';
import { counted, number, printableLine } from './show.ts';

const pollMs = 250;
const neverAborted = new AbortController().signal;

/** Reports the progress of an import until it has ended, and returns the ended import. */
export async function followImport(
  id: number,
  { log, imports }: Pick<CliSession, 'log' | 'imports'>,
  report: (progress: Progress) => void,
): Promise<ImportEntry> {
  for (;;) {
    // A restart of Elasticsearch ends neither the import nor the watching.
    const entry = await retryWhileUnavailable(() => log.find(id), neverAborted);
    if (!entry) throw new Error(`Import ${id} is not in the import log.`);
    report({ entry, ...(await queueProgress(entry, imports)) });
    if (!isUnfinished(entry)) return entry;
    await wait(pollMs);
  }
}

/** Reads the progress from the queue; 0 while Redis is unavailable, which does not stop the import. */
async function queueProgress(entry: ImportEntry, imports: Queue): Promise<Omit<Progress, 'entry'>> {
  if (!isUnfinished(entry)) return { done: entry.read, total: entry.read, noWorker: false };
  const { planned } = entry;
  try {
    const noWorker = entry.state === 'waiting' && (await imports.getWorkersCount()) === 0;
    const job = planned && planned.batches > 0 ? await imports.getJob(entry.job_id) : undefined;
    const { processed = 0 } = (await job?.getDependenciesCount({ processed: true })) ?? {};
    const done = planned ? Math.round((processed / Math.max(planned.batches, 1)) * planned.records) : 0;
    return { done, total: planned?.records, noWorker };
  } catch {
    return { done: 0, total: planned?.records, noWorker: false };
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

/** The progress of an import. */
export interface Progress {
  entry: ImportEntry;
  /** Records of the batches that have ended; an estimate within one batch. */
  done: number;
  /** Records of the file; undefined until it has been read to its end. */
  total: number | undefined;
  /** Whether no worker is running. */
  noWorker: boolean;
}

/** Shows the progress of imports: bars on a terminal, plain lines elsewhere. */
export interface ProgressView {
  /** Adds one import to the display and returns the function that reports its progress. */
  add(name: string): (progress: Progress) => void;
  /** Writes a line that stays. */
  print(line: string): void;
  stop(): void;
}

export function progressView(stream: NodeJS.WriteStream, quiet: boolean): ProgressView {
  if (quiet) return { add: () => () => {}, print: () => {}, stop: () => {} };
  return stream.isTTY ? bars(stream) : lines(stream);
}

const noWorker = 'No worker is running. Start one with npm run worker or npm start.';

function bars(stream: NodeJS.WriteStream): ProgressView {
  const multi = new MultiBar(
    {
      stream,
      format: '{name} {bar} {percentage}% | {value}/{total} | {rate}/s | {left} left | {phase}',
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
      const bar = multi.create(0, 0, { name, phase: 'waiting to start', rate: '-', left: '-' });
      const pace = paceMeter();
      return (progress) => {
        const { entry, done, total } = progress;
        if (total !== undefined) bar.setTotal(total);
        const { rate, left } = pace(entry, done, total) ?? { rate: '-', left: '-' };
        bar.update(done, { name, phase: phaseOf(progress), rate, left });
      };
    },
    print: (line) => multi.log(`${line}\n`),
    stop: () => multi.stop(),
  };
}

/** What an import is doing, in words of an operator, and why it does not go on. */
function phaseOf({ entry: { state, source_outage }, done, total, noWorker: alone }: Progress): string {
  if (alone) return noWorker;
  if (source_outage) return `cannot read its source (${source_outage.reason})`;
  if (state === 'waiting') return 'waiting to start';
  if (state === 'publishing') return 'finding duplicates and unusual prices';
  if (state !== 'running') return state;
  if (total === undefined) return 'reading the file';
  return done < total ? 'writing records' : 'checking counts';
}

/** Minimum time between two plain lines, so that a log is not flooded. */
const lineEveryMs = 2_000;

function lines(stream: NodeJS.WriteStream): ProgressView {
  const print = (line: string) => stream.write(`${line}\n`);
  return {
    add(given) {
      const name = printableLine(given);
      let last = '';
      let phase = '';
      let nextAt = 0;
      const pace = paceMeter();
      return (progress) => {
        const { entry, done, total } = progress;
        const measured = pace(entry, done, total);
        const speed = measured ? ` (${measured.rate}/s, ${measured.left} left)` : '';
        const isKnown = total !== undefined && !progress.noWorker;
        const amount = !isKnown ? '' : `, ${number.format(done)} of ${counted(total, 'record')}${speed}`;
        const now = phaseOf(progress);
        const line = `${name}: ${now}${amount}`;
        if (line === last || (Date.now() < nextAt && now === phase)) return;
        last = line;
        phase = now;
        nextAt = Date.now() + lineEveryMs;
        print(line);
      };
    },
    print,
    stop: () => {},
  };
}

/**
 * Measures records per second since the first report, and the time left at that pace. Undefined unless records are being
 * written, because the time of publishing does not depend on them.
 */
function paceMeter() {
  const start = performance.now();
  return ({ state }: Progress['entry'], done: number, total: number | undefined) => {
    if (state !== 'running' || total === undefined || done === 0 || done >= total) return undefined;
    const rate = (done * 1_000) / (performance.now() - start);
    return { rate: String(Math.round(rate)), left: `${Math.ceil((total - done) / rate)} s` };
  };
}
