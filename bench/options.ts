import { parseArgs } from 'node:util';
import { madeAtOnce } from '../api/endpoint/concurrency-bounds.ts';
import { readSettings } from '../config/read-settings.ts';
import { type Stage, stages } from './growth.ts';
import type { Plan } from './row.ts';

export const usage = `Measures the API and the worker against bare Elasticsearch, on an engine of its own.

Usage: npm run bench [-- OPTION…]

  --quick       100,000 records and short rounds: minutes instead of an hour; nothing is kept
  --only ROW    this row alone; may be repeated, and may be the beginning of a name
  --records N   generated records (1,000,000); each number has data of its own, kept for the next run
  --nodes N     nodes of Elasticsearch (1)
  --against C   this API against that of commit C on the same index, instead of bare Elasticsearch; nothing is kept
  --growth      the table at 10,000 to 4,000,000 records and on three nodes, and the plot in docs/images;
                with --records that stage, with --only these rows are measured anew, and the others stay
  --plot        that plot alone, from the figures that are kept
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
  against: string | undefined;
  growth: boolean;
  plot: boolean;
  only: string[];
  records: number;
  nodes: number;
  /** Stages of growth to measure. */
  stages: Stage[];
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
      growth: { type: 'boolean', default: false },
      plot: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      records: { type: 'string' },
      nodes: { type: 'string', default: '1' },
    },
  });
  const { quick } = values;
  return {
    ...values,
    against: values.against,
    records: Number(values.records ?? (quick ? 100_000 : 1_000_000)),
    nodes: Number(values.nodes),
    stages: stages.filter(({ records }) => !values.records || records === Number(values.records)),
    plan: values.growth ? growthPlan : quick ? quickPlan : fullPlan,
  };
}

const fullPlan: Plan = {
  rounds: 5,
  // Two sides that ask the same of Elasticsearch differ by 6 % in three seconds; in the median of as many, by one or
  // two.
  coldRounds: { brief: 15, long: 25 },
  longRounds: 3,
  warmUpSeconds: 8,
  warmUpAnswers: 2_000,
  secondsPerSide: 3,
  connections: madeAtOnce(readSettings(['MAX_IN_FLIGHT'], {}).MAX_IN_FLIGHT),
};
const quickPlan: Plan = {
  ...fullPlan,
  coldRounds: { brief: 5, long: 5 },
  warmUpSeconds: 3,
  warmUpAnswers: 400,
  secondsPerSide: 1,
};
/** There are five stages of all rows: short rounds, and four million records are imported and exported once. */
const growthPlan: Plan = {
  ...fullPlan,
  warmUpAnswers: 400,
  secondsPerSide: 2,
  rounds: 3,
  coldRounds: { brief: 3, long: 3 },
  longRounds: 1,
  connections: { brief: 16, long: 16 },
};
