import Type, { type Static } from 'typebox';

/** Maximum values of a request for which similar names are looked up. */
export const maxLookedUp = 5;

/** A name that no lot has, and similar names that lots have. */
export const Hint = Type.Object(
  {
    parameter: Type.String(),
    value: Type.String(),
    message: Type.String(),
    nearest: Type.Array(Type.String(), {
      description: `Similar names that have lots, most similar first; of a family such as garnet its members, most lots first. They are looked up for the first ${maxLookedUp} such values of a request, and empty for the others.`,
    }),
  },
  { $id: 'Hint', title: 'Hint', additionalProperties: false, 'x-choice': true },
);

export type Hint = Static<typeof Hint>;

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
