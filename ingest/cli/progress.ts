import { MultiBar, Presets } from 'cli-progress';
import type { ImportEntry } from '../store/import-log.ts';
import { counted, printableLine } from './show.ts';

/** The progress of an import. */
export interface Progress {
  entry: ImportEntry;
  /** Records of the batches that have ended; an estimate within one batch. */
  done: number;
  /** Records of the file; undefined until it was read through. */
  total: number | undefined;
  /** Whether no worker is running. */
  noWorker: boolean;
}

/** Shows the progress of imports: bars on a terminal, plain lines elsewhere. */
export interface ProgressView {
  /** Adds a line of display for one import and returns what to report to. */
  add(name: string): (progress: Progress) => void;
  /** Writes a line that stays. */
  print(line: string): void;
  stop(): void;
}

export function progressView(stream: NodeJS.WriteStream, quiet: boolean): ProgressView {
  if (quiet) return { add: () => () => {}, print: () => {}, stop: () => {} };
  return stream.isTTY ? bars(stream) : lines(stream);
}

const noWorker = 'No worker is running: start one with npm run worker (or npm start).';

function bars(stream: NodeJS.WriteStream): ProgressView {
  const multi = new MultiBar(
    {
      stream,
      format: '{name} {bar} {percentage}% | {value}/{total} | {rate}/s | {left} left | {state}',
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
      const bar = multi.create(0, 0, { name, state: 'waiting', rate: '-', left: '-' });
      const pace = paceMeter();
      return ({ entry, done, total, noWorker: alone }) => {
        if (total !== undefined) bar.setTotal(total);
        const { rate, left } = pace(entry, done, total) ?? { rate: '-', left: '-' };
        bar.update(done, { name, state: alone ? noWorker : entry.state, rate, left });
      };
    },
    print: (line) => multi.log(`${line}\n`),
    stop: () => multi.stop(),
  };
}

/** Between two plain lines, so that a log is not flooded. */
const lineEveryMs = 2_000;

function lines(stream: NodeJS.WriteStream): ProgressView {
  const print = (line: string) => stream.write(`${line}\n`);
  return {
    add(given) {
      const name = printableLine(given);
      let last = '';
      let state = '';
      let nextAt = 0;
      const pace = paceMeter();
      return ({ entry, done, total, noWorker: alone }) => {
        const measured = pace(entry, done, total);
        const speed = measured ? ` (${measured.rate}/s, ${measured.left} left)` : '';
        const amount = total === undefined ? '' : `, ${done} of ${counted(total, 'record')}${speed}`;
        const line = alone ? `${name}: ${noWorker}` : `${name}: ${entry.state}${amount}`;
        if (line === last || (Date.now() < nextAt && entry.state === state)) return;
        last = line;
        state = entry.state;
        nextAt = Date.now() + lineEveryMs;
        print(line);
      };
    },
    print,
    stop: () => {},
  };
}

/**
 * Records per second since the first report, and the time left at that pace. Undefined unless records are being written:
 * how long publishing takes does not depend on them.
 */
function paceMeter() {
  const start = performance.now();
  return ({ state }: Progress['entry'], done: number, total: number | undefined) => {
    if (state !== 'running' || total === undefined || done === 0 || done >= total) return undefined;
    const rate = (done * 1_000) / (performance.now() - start);
    return { rate: String(Math.round(rate)), left: `${Math.ceil((total - done) / rate)} s` };
  };
}
