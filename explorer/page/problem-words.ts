import type { Problem, ProblemDetail } from '../service/problem.ts';
import { errorsText as words } from '../text/errors-text.ts';

// Maps: the names come from the address, and an object also has names of its own, such as "constructor".
const labels = new Map(Object.entries(words.labels));
const problems = new Map(Object.entries(words.problems));

/** A problem in a visitor's words. */
export interface ProblemWords {
  title: string;
  advice: string;
  /** One sentence for each value that is not valid. */
  details: string[];
}

/** What a visitor reads of a problem: words for its codes, never the messages of the API, which are for developers. */
export function problemWords({ kind, code, details }: Problem): ProblemWords {
  const own = kind === 'offline' || kind === 'unreachable';
  // A later version of the API may have further codes.
  const known = own ? words[kind] : ((code && words.codes[code]) ?? words.codes[byKind[kind]]);
  return { ...known, details: [...new Set(details.map(detailWords))] };
}

/** The code of an error without one, such as that of a proxy. */
const byKind = {
  refused: 'malformed_request',
  missing: 'not_found',
  limited: 'rate_limited',
  busy: 'unavailable',
} as const;

function detailWords({ parameter, code, value = '' }: ProblemDetail): string {
  const [label = words.otherValue, form = 'none'] = labels.get(parameter) ?? [];
  const isRange = code === 'conflict' && /_(min|from)$/.test(parameter);
  const say = problems.get(code) ?? words.problems.wrong_type!;
  return (isRange ? words.emptyRange(label) : say(label, value, words.forms[form])).trim();
}

/** The name of a parameter in words; undefined for one that the page does not know. */
export const labelOf = (parameter: string): string | undefined => labels.get(parameter)?.[0];
