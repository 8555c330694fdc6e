import { UnrecoverableError } from 'bullmq';
import { RE2JS } from 're2js';

/** Longer texts match no expression. */
const maxTestedLength = 1_000;

/** Number of characters of a text from which a value is extracted. */
const maxSearchedLength = 4_000;

/** Maximum size of a compiled expression; 500 characters without counted repeats stay below. */
const maxInstructions = 1_000;

/**
 * Compiles a regular expression of a profile. RE2 takes linear time for every expression; JavaScript's engine can take years
 * for one cell.
 * @returns a function that tells whether a text of at most 1,000 characters matches somewhere, without regard to case
 * @throws UnrecoverableError naming what RE2 cannot express
 */
export function compileExpression(expression: string): (text: string) => boolean {
  const compiled = compile(expression);
  return (text) => text.length <= maxTestedLength && compiled.test(text);
}

/**
 * Compiles a regular expression with one named group, such as `Lot (?<number>\d+)`.
 * @returns a function that returns the first match of the group in the first 4,000 characters of a text, trimmed, or
 *   undefined
 * @throws UnrecoverableError naming what RE2 cannot express, or when there is not exactly one named group
 */
export function compileExtraction(expression: string): (text: string) => string | undefined {
  const compiled = compile(expression);
  const [group, ...more] = Object.keys(compiled.namedGroups());
  if (group === undefined || more.length > 0) {
    throw new UnrecoverableError(
      `the expression "${expression}" must have exactly one named group, as in "Lot (?<number>[0-9]+)"`,
    );
  }
  return (text) => {
    const searched = text.slice(0, maxSearchedLength);
    // The test alone is several times faster than the groups.
    if (!compiled.test(searched)) return undefined;
    const match = compiled.exec(searched) as RegExpExecArray | null;
    return match?.groups?.[group]?.trim() || undefined;
  };
}

function compile(expression: string): RE2JS {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(expression), RE2JS.CASE_INSENSITIVE);
    if (compiled.programSize() <= maxInstructions) return compiled;
  } catch (error) {
    const reason = (error as Error).message.replace('error parsing regexp: ', '');
    throw new UnrecoverableError(
      `the expression "${expression}" is not valid RE2: ${reason} (RE2 has no lookahead, lookbehind or backreference)`,
    );
  }
  throw new UnrecoverableError(`the expression "${expression}" is too large: reduce its counted repeats`);
}
