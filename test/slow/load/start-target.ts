import type { ChildProcess } from 'node:child_process';
import { anyFreePorts } from '../../../local/process/ports.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { endWithTest } from '../../support/end-with-test.ts';
import type { LoadTarget } from './load-target.ts';

/**
 * Starts the API under load in its own process, which distinguishes clients by X-Forwarded-For.
 * @param settings environment variables that differ
 */
export async function startTarget(
  indexAlias: string,
  hold: <Child extends ChildProcess>(child: Child) => Child = endWithTest,
  settings: Record<string, string> = {},
): Promise<ApiProcess & LoadTarget> {
  const [inspectorPort] = await anyFreePorts(1);
  let pid = 0;
  const api = await startApiProcess(
    {
      INDEX_ALIAS: indexAlias,
      TRUST_PROXY: '127.0.0.1',
      NODE_OPTIONS: `--inspect-port=${inspectorPort}`,
      ...settings,
    },
    (child) => {
      pid = child.pid!;
      return hold(child);
    },
  );
  return { ...api, pid, inspectorPort: inspectorPort! };
}
