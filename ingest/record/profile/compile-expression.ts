import { UnrecoverableError } from 'bullmq';
import { RE2JS } from 're2js';

/** Longer texts are values: no expression is tested on them. */
const maxTestedLength = 1_000;

/** How much of a text a value is extracted from. */
const maxSearchedLength = 4_000;

/** Maximum size of a compiled expression; 500 characters without counted repeats stay below. */
const maxInstructions = 1_000;

/**
 * Compiles a regular expression of a profile. The engine is RE2, whose time grows linearly with the text whatever the
 * expression is: that of JavaScript can take years for one cell.
 * @returns whether a text of at most 1,000 characters matches somewhere, without regard to case
 * @throws UnrecoverableError naming what RE2 cannot express
 */
export function compileExpression(expression: string): (text: string) => boolean {
  const compiled = compile(expression);
  return (text) => text.length <= maxTestedLength && compiled.test(text);
}

/**
 * Compiles a regular expression with one named group, such as `Lot (?<number>\d+)`.
 * @returns what the group matched first within the first 4,000 characters of a text, its ends trimmed; undefined without
 * @throws UnrecoverableError naming what RE2 cannot express, or when there is not exactly one named group
 */
export function compileExtraction(expression: string): (text: string) => string | undefined {
  const compiled = compile(expression);
  const [group, ...more] = Object.keys(compiled.namedGroups());
  if (group === undefined || more.length > 0) {
    throw new UnrecoverableError(
      `the expression "${expression}" cannot be used: it needs exactly one named group, as in "Lot (?<number>[0-9]+)"`,
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
      `the expression "${expression}" cannot be used: ${reason} (the syntax is that of RE2: no lookahead, no lookbehind, no back reference)`,
    );
  }
  throw new UnrecoverableError(`the expression "${expression}" cannot be used: its repeats are too large`);
}
