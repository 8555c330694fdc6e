import type { Hint } from './envelope.ts';

/** The hints about values that no known name stands for, in words. */
export function presentHints(unknown: Omit<Hint, 'message'>[]): Hint[] {
  return unknown.map(({ parameter, value, nearest }) => {
    const advice = nearest.length > 0 ? ` Did you mean ${nearest.join(', or ')}?` : '';
    return { parameter, value, message: `${value} is no known value of ${parameter}.${advice}`, nearest };
  });
}
