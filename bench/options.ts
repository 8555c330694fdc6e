import { parseArgs } from 'node:util';
import { concurrentRequests } from '../api/endpoint/concurrency-limits.ts';
import { readSettings } from '../config/read-settings.ts';
import type { Plan } from './row.ts';

export const usage = `Measures the API and the worker against bare Elasticsearch, on an engine of its own.

Usage: npm run bench [-- OPTION…]

  --quick       100,000 records and short rounds: minutes instead of an hour; nothing is kept
  --only ROW    this row alone; may be repeated, and may be the beginning of a name
  --against C   this API against that of commit C on the same index, instead of bare Elasticsearch; nothing is kept
  --json        the figures as JSON on standard output
  --help        this text

A figure below its floor makes the exit code 1.
`;

/** The options of a run. */
export interface Options {
  help: boolean;
  json: boolean;
  quick: boolean;
  /** Commit to compare with, instead of bare Elasticsearch. */
  against?: string;
  only: string[];
  /** Generated records. */
  records: number;
  plan: Plan;
}

/** @throws TypeError for an unknown option */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      against: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  return values.quick
    ? { ...values, records: 100_000, plan: quickPlan }
    : { ...values, records: 1_000_000, plan: fullPlan };
}

const fullPlan: Plan = {
  rounds: 5,
  // Two identical sides differ by 6 % within three seconds; the median of this many rounds differs by 1 or 2 %.
  coldRounds: { brief: 15, long: 25 },
  longRounds: 3,
  warmUpSeconds: 8,
  warmUpAnswers: 2_000,
  secondsPerSide: 3,
  connections: concurrentRequests(readSettings(['MAX_IN_FLIGHT'], {}).MAX_IN_FLIGHT),
};
const quickPlan: Plan = {
  ...fullPlan,
  coldRounds: { brief: 5, long: 5 },
  warmUpSeconds: 3,
  warmUpAnswers: 400,
  secondsPerSide: 1,
};
