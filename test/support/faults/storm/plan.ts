import { type Random, randomFrom } from '../../../../local/samples/random.ts';

/** The kinds of imports of a storm. */
export type ImportKind =
  | 'upsert csv'
  | 'upsert ndjson.gz'
  | 'upsert with profile'
  | 'records of a producer'
  | 'replace'
  | 'replace, cancelled'
  | 'delete';

/** A planned import. All its records contain its key. */
export interface PlannedImport {
  key: number;
  kind: ImportKind;
  /** Lines, or records of the job. */
  lines: number;
}

/** The kinds of faults. */
export type FaultKind =
  | 'worker killed'
  | 'worker stopped'
  | 'worker cut off from Redis'
  | 'worker cut off from Elasticsearch'
  | 'API killed'
  | 'API cut off from Redis'
  | 'API cut off from Elasticsearch'
  | 'Elasticsearch killed'
  | 'Redis killed'
  | 'Redis frozen'
  | 'Redis emptied';

/** A planned fault. */
export interface PlannedFault {
  kind: FaultKind;
  /** Index of the worker or API, 0 or 1. */
  part: 0 | 1;
  /** Duration of the fault. */
  lastsMs: number;
  /** Pause until the next fault of its lane. */
  pauseMs: number;
  /** Whether it waits for some time until an import is being published. */
  whilePublishing: boolean;
}

/** Imports with simultaneous faults: one lane for processes, one for servers. */
export interface Phase {
  imports: PlannedImport[];
  lanes: PlannedFault[][];
}

export interface StormPlan {
  seed: number;
  base: PlannedImport;
  /** Pause between two requests of one reader, so that most CPU time is left to the service. */
  readEveryMs: number;
  /** Each phase ends when all faults and imports have ended. A rollback follows. */
  phases: Phase[];
}

/** How often each fault is injected, over all phases. */
type Faults = Partial<Record<FaultKind, number>>;

/** 33 faults over 13 imports. */
export const wholeStorm = (seed: number): StormPlan =>
  planStorm(seed, {
    imports: [
      [
        'replace',
        'upsert csv',
        'upsert csv',
        'upsert ndjson.gz',
        'upsert with profile',
        'records of a producer',
        'delete',
      ],
      ['replace', 'replace, cancelled', 'upsert csv', 'upsert ndjson.gz', 'records of a producer', 'delete'],
    ],
    faults: {
      'worker killed': 4,
      'worker stopped': 5,
      'worker cut off from Redis': 3,
      'worker cut off from Elasticsearch': 3,
      'API killed': 2,
      'API cut off from Redis': 1,
      'API cut off from Elasticsearch': 1,
      'Elasticsearch killed': 4,
      'Redis killed': 3,
      'Redis frozen': 3,
      'Redis emptied': 4,
    },
    lines: 5_000,
    readEveryMs: 60,
  });

/** 6 faults over 4 imports. */
export const smallStorm = (seed: number): StormPlan =>
  planStorm(seed, {
    imports: [['replace', 'upsert csv', 'records of a producer', 'delete']],
    faults: {
      'worker killed': 1,
      'worker stopped': 1,
      'API killed': 1,
      'Redis killed': 1,
      'Redis emptied': 1,
      'Elasticsearch killed': 1,
    },
    lines: 3_000,
    readEveryMs: 200,
  });

function planStorm(
  seed: number,
  {
    imports,
    faults,
    lines,
    readEveryMs,
  }: { imports: ImportKind[][]; faults: Faults; lines: number; readEveryMs: number },
): StormPlan {
  const random = randomFrom(seed);
  let key = 0;
  const planned = (kind: ImportKind): PlannedImport => ({ key: ++key, kind, lines: linesOf(kind, lines) });
  const base = planned('replace');
  const all = shuffled(
    Object.entries(faults).flatMap(([kind, times]) => Array<FaultKind>(times).fill(kind as FaultKind)),
    random,
  ).map((kind) => planFault(kind, random));
  const phases = imports.map((kinds, i) => {
    const own = all.filter((_, at) => at % imports.length === i);
    return {
      imports: shuffled(kinds, random).map(planned),
      lanes: [own.filter(({ kind }) => !isOfServers(kind)), own.filter(({ kind }) => isOfServers(kind))],
    };
  });
  return { seed, base, readEveryMs, phases };
}

/** Number of lines. A replacement must have at least half as many records as the data that it replaces. */
function linesOf(kind: ImportKind, lines: number): number {
  if (kind === 'records of a producer') return 300;
  if (kind === 'delete') return lines / 5;
  return kind.startsWith('replace') ? lines : (lines * 4) / 5;
}

const isOfServers = (kind: FaultKind) => /^(Elasticsearch|Redis)/.test(kind);

/** Maximum duration of a fault. Some last longer than the lock of a worker on a job, 10 s. */
const longestMs: Record<FaultKind, number> = {
  'worker killed': 8_000,
  'worker stopped': 45_000,
  'worker cut off from Redis': 40_000,
  'worker cut off from Elasticsearch': 40_000,
  'API killed': 8_000,
  'API cut off from Redis': 30_000,
  'API cut off from Elasticsearch': 20_000,
  'Elasticsearch killed': 4_000,
  'Redis killed': 10_000,
  'Redis frozen': 20_000,
  'Redis emptied': 0,
};

function planFault(kind: FaultKind, random: Random): PlannedFault {
  const longest = longestMs[kind];
  const shortest = Math.min(longest, 3_000);
  return {
    kind,
    part: random.next() < 0.5 ? 0 : 1,
    lastsMs: Math.round(shortest + random.next() * (longest - shortest)),
    pauseMs: Math.round(500 + random.next() * 3_000),
    whilePublishing: random.next() < 0.5,
  };
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  return values.map(() => left.splice(Math.floor(random.next() * left.length), 1)[0]!);
}
