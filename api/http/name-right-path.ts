import type { Middleware } from 'koa';
import { ApiError } from './errors.ts';

/** A longer path is not repeated in a message. */
const maxShownLength = 200;

/** Answers 404, and names the known path that differs only in letter case or in slashes. */
export function nameRightPath(isKnownPath: (path: string) => boolean): Middleware {
  return (context) => {
    const path = context.path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    const right = [path, path.toLowerCase()].find((other) => other !== context.path && isKnownPath(other));
    if (right === undefined || right.length > maxShownLength) throw new ApiError('not_found');
    throw new ApiError('not_found', {
      message: `There is no resource at this address. Did you mean ${right}? Paths are case-sensitive and do not end in a slash.`,
    });
  };
}
