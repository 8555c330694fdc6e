import { findProgram } from '../../local/process/run-program.ts';

/** The path of a program without which some tests cannot run; undefined where these are skipped (`skipWithout`). */
export const findTool = (name: string): string | undefined => findProgram(name) ?? skipWithout(name);

/**
 * Says that tests are skipped. In CI nothing passes unseen: there a missing tool is an error, unless TESTS_WITHOUT names it,
 * as in `TESTS_WITHOUT=helm,promtool`.
 * @throws Error in CI
 */
export function skipWithout(name: string, environment = process.env): undefined {
  const { CI, TESTS_WITHOUT = '' } = environment;
  if (CI && !TESTS_WITHOUT.split(',').includes(name))
    throw new Error(`${name} cannot be had. Install it, or name it in TESTS_WITHOUT to leave its tests out.`);
  console.log(`${name} cannot be had: the tests that need it are skipped.`);
}
