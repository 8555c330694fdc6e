import type { Problem } from '../errors.ts';

/** Looks at the valid values of a request and tells what is wrong between them, or undefined. */
export type Rule = (values: Readonly<Record<string, unknown>>) => Problem | undefined;

/** The lower bound must not be above the upper one. Works on numbers and on days alike. */
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

/** At most one of two parameters may be given. */
export function notTogether(one: string, other: string): Rule {
  return (values) => {
    if (values[one] === undefined || values[other] === undefined) return undefined;
    return { parameter: one, message: `${one} cannot be used together with ${other}.` };
  };
}
