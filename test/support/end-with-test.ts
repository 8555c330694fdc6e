import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Ends a program with the test that started it, however the test ends: a failed one must not keep the run alive. */
export function endWithTest<Child extends ChildProcess>(child: Child): Child {
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}
