import type { Logger } from 'pino';
import { outageOf } from './retry-while-unavailable.ts';

/** How long the same error is not logged again. */
const repeatAfterMs = 60_000;

/**
 * Logs the same error at most once a minute: an outage causes an error per attempt, call and connection.
 * @returns the function that logs a warning; `repeated` counts those that were left out since the last
 */
export function throttledWarnings(
  logger: Logger,
): (error: unknown, message: string, fields?: object) => void {
  const known = new Map<string, { again: number; repeated: number }>();
  return (error, message, fields = {}) => {
    const key = kindOf(error);
    const last = known.get(key);
    if (last && Date.now() < last.again) {
      last.repeated++;
      return;
    }
    known.set(key, { again: Date.now() + repeatAfterMs, repeated: 0 });
    logger.warn({ ...fields, err: error, ...(last?.repeated && { repeated: last.repeated }) }, message);
  };
}

/** What counts as the same error, whichever call or connection meets it. */
function kindOf(error: unknown): string {
  const { code, message = String(error) } = error as NodeJS.ErrnoException;
  const exhausted = /\bE[MN]FILE\b/.exec(`${code} ${message}`)?.[0];
  return exhausted ?? outageOf(error) ?? message.slice(0, 200);
}
