import type { Logger } from 'pino';
import { outageOf } from './until-available.ts';

/** The same trouble is written again after so long. */
const againAfterMs = 60_000;

/**
 * Writes what goes wrong again and again once a minute: an outage makes an error per attempt, call and connection, and
 * the log must stay readable through it.
 * @returns the writer of one kind of line; what was left out meanwhile is told as `repeated`
 */
export function logRepeats(logger: Logger): (error: unknown, message: string, fields?: object) => void {
  const known = new Map<string, { again: number; repeated: number }>();
  return (error, message, fields = {}) => {
    const key = kindOf(error);
    const last = known.get(key);
    if (last && Date.now() < last.again) {
      last.repeated++;
      return;
    }
    known.set(key, { again: Date.now() + againAfterMs, repeated: 0 });
    logger.warn({ ...fields, err: error, ...(last?.repeated && { repeated: last.repeated }) }, message);
  };
}

/** What counts as the same trouble, whichever call or connection meets it. */
function kindOf(error: unknown): string {
  const { code, message = String(error) } = error as NodeJS.ErrnoException;
  const exhausted = /\bE[MN]FILE\b/.exec(`${code} ${message}`)?.[0];
  return exhausted ?? outageOf(error) ?? message.slice(0, 200);
}
