import { UnrecoverableError } from 'bullmq';
import { RE2JS } from 're2js';

/** Longer texts are values: no expression is tested on them. */
const maxTestedLength = 1_000;

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
