import { type Hint, maxLookedUp } from './envelope.ts';

/** A name that no lot has; `nearest` is absent where no similar names were looked up. */
type NameWithoutLots = Pick<Hint, 'parameter' | 'value'> & Partial<Pick<Hint, 'nearest'>>;

/** The hints, in words, about names that no lot has. */
export function presentHints(names: NameWithoutLots[]): Hint[] {
  return names.map(({ parameter, value, nearest }) => {
    const message = `${parameter} "${value}" matches no lots.${adviceOf(nearest)}`;
    return { parameter, value, message, nearest: nearest ?? [] };
  });
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

function adviceOf(nearest: string[] | undefined): string {
  if (nearest === undefined) return ` Similar names are looked up for the first ${maxLookedUp} such values.`;
  return nearest.length > 0 ? ` Did you mean ${anyOf.format(nearest)}?` : '';
}
