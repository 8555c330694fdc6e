import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Ends a program with the test that started it, so that a failed test does not keep the run alive. */
export function endWithTest<Child extends ChildProcess>(child: Child): Child {
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}
