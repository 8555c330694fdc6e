import { type Hint, maxLookedUp } from './envelope.ts';

/** An unknown value; `nearest` is absent where no names were looked up. */
type UnknownValue = Pick<Hint, 'parameter' | 'value'> & Partial<Pick<Hint, 'nearest'>>;

/** The hints, in words, about values that are not known names. */
export function presentHints(unknown: UnknownValue[]): Hint[] {
  return unknown.map(({ parameter, value, nearest }) => {
    const message = `${value} is not a known value of ${parameter}.${adviceOf(nearest)}`;
    return { parameter, value, message, nearest: nearest ?? [] };
  });
}

function adviceOf(nearest: string[] | undefined): string {
  if (nearest === undefined) return ` Similar names are looked up for the first ${maxLookedUp} such values.`;
  return nearest.length > 0 ? ` Did you mean ${nearest.join(', or ')}?` : '';
}
