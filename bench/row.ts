import type { Side } from './compare.ts';
import type { Spread } from './spread.ts';
import type { Testbed } from './testbed.ts';

/** How long and how often is measured. */
export interface Plan {
  rounds: number;
  /** Rounds of cold answers, which are near to what they are held against. */
  coldRounds: ByKind;
  /** Rounds of what takes minutes of a million records: their import and export. */
  longRounds: number;
  /** How long each side is asked before, and for how many answers the API, so that Java and Node have compiled what matters. */
  warmUpSeconds: number;
  warmUpAnswers: number;
  /** Roughly how long one side of a round takes. */
  secondsPerSide: number;
  /**
   * How many connections ask at once: as many as the API makes such answers at once (`madeAtOnce`), so that neither side
   * waits for who asks.
   */
  connections: ByKind;
}

/** A number for answers that are brief, and one for those that take Elasticsearch long. */
export interface ByKind {
  brief: number;
  long: number;
}

/** What is done for one row: so long, over so many connections. */
export interface Pace extends Omit<Plan, 'connections' | 'coldRounds'> {
  connections: number;
}

/** A line of the table. */
export interface Row {
  /** As `--only` names it. */
  name: string;
  /** What is measured, in words. */
  what: string;
  measure(bed: Testbed, plan: Plan): Promise<Outcome>;
}

/** What came of a row. */
export interface Outcome {
  api?: Side;
  raw?: Side;
  /** Figures that decide, each with its floor; without one it is only shown. */
  figures: Figure[];
}

/** A figure and what it must reach. */
export interface Figure {
  /** `× raw`, `ms added at p50`, `MB`. */
  unit: string;
  value: Spread | number;
  atLeast?: number;
  atMost?: number;
}

/** The value that counts. */
export const deciding = ({ value }: Figure): number => (typeof value === 'number' ? value : value.median);

/** Whether a figure keeps its floor. */
export function holds(figure: Figure): boolean {
  const value = deciding(figure);
  return value >= (figure.atLeast ?? -Infinity) && value <= (figure.atMost ?? Infinity);
}
