import type { Side, Spread } from './compare.ts';
import type { Testbed } from './testbed.ts';

/** Durations and repetitions of measurements. */
export interface Plan {
  rounds: number;
  /** Rounds of cold responses, whose two sides are close to each other. */
  coldRounds: ByKind;
  /** Rounds of imports and exports, which take minutes for a million records. */
  longRounds: number;
  /** Warm-up of each side, and number of responses of the API, so that Java and Node have compiled the hot code. */
  warmUpSeconds: number;
  warmUpAnswers: number;
  /** Approximate duration of one side of a round. */
  secondsPerSide: number;
  /**
   * Number of concurrent connections: as many as the API makes such responses at once (`concurrentRequests`), so that neither
   * side waits for requests.
   */
  connections: ByKind;
}

/** A number for brief responses, and one for those that take Elasticsearch long. */
interface ByKind {
  brief: number;
  long: number;
}

/** Duration and connections of one row. */
export interface Pace extends Omit<Plan, 'connections' | 'coldRounds'> {
  connections: number;
}

/** A line of the table. */
export interface Row {
  /** As `--only` names it. */
  name: string;
  /** The description of the measurement. */
  what: string;
  measure(bed: Testbed, plan: Plan): Promise<Outcome>;
}

/** The result of a row. */
export interface Outcome {
  api?: Side;
  raw?: Side;
  /** The figures with their floors; one without a floor is only shown. */
  figures: Figure[];
}

/** A figure and its floor. */
export interface Figure {
  /** `× raw`, `ms added at p50`, `MB`. */
  unit: string;
  value: Spread | number;
  atLeast?: number;
  atMost?: number;
}

/** The value that is compared with the floor. */
const deciding = ({ value }: Figure): number => (typeof value === 'number' ? value : value.median);

/** Whether a figure keeps its floor. */
export function holds(figure: Figure): boolean {
  const value = deciding(figure);
  return value >= (figure.atLeast ?? -Infinity) && value <= (figure.atMost ?? Infinity);
}

/** A figure with its spread and its floor. */
export function figureText(one: Figure): string {
  const spread = typeof one.value === 'number' ? '' : ` (${short(one.value.low)}–${short(one.value.high)})`;
  const floor =
    one.atLeast === undefined ? (one.atMost === undefined ? '' : `, ≤ ${one.atMost}`) : `, ≥ ${one.atLeast}`;
  return `${holds(one) ? '' : '**missed** '}${short(deciding(one))}${spread} ${one.unit}${floor}`;
}

/** Three digits that mean something; all of a whole number, in groups of three. */
function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
