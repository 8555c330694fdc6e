import type { Problem } from '../http/errors.ts';

/**
 * Checks the valid values of a request, defaults included, against each other; returns the problem or undefined.
 * `sent` are the names of the parameters that the client sent.
 */
export type Rule = (
  values: Readonly<Record<string, unknown>>,
  sent: Pick<ReadonlySet<string>, 'has'>,
) => Problem | undefined;

/** The lower bound must not be above the upper one. Works for numbers and for days. */
export function ordered(lower: string, upper: string): Rule {
  return (values) => {
    const least = values[lower] as number | string | undefined;
    const greatest = values[upper] as number | string | undefined;
    if (least === undefined || greatest === undefined || least <= greatest) return undefined;
    return {
      parameter: lower,
      message: `${lower} (${least}) is above ${upper} (${greatest}).`,
      allowed: `at most ${upper}`,
    };
  };
}

/** At most one of two parameters may be sent. */
export function mutuallyExclusive(one: string, other: string): Rule {
  return (_values, sent) => {
    if (!sent.has(one) || !sent.has(other)) return undefined;
    return { parameter: one, message: `${one} cannot be used together with ${other}.` };
  };
}
