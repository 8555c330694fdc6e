import { setTimeout as pause } from 'node:timers/promises';
import { anyFreePorts } from '../../../local/process/ports.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { endWithTest } from '../../support/end-with-test.ts';

/** The process under load. */
export interface LoadTarget extends ApiProcess {
  pid: number;
  /** Heap in MB that is in use after a garbage collection. */
  liveHeapMb(): Promise<number>;
}

/**
 * Starts the API under load in its own process, which distinguishes clients by X-Forwarded-For.
 * @param settings environment variables that differ
 */
export async function startTarget(
  indexAlias: string,
  settings: Record<string, string> = {},
): Promise<LoadTarget> {
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
      return endWithTest(child);
    },
  );
  return { ...api, pid, liveHeapMb: () => liveHeapMb(pid, inspectorPort!) };
}

/** Settings without the hourly limit, for clients that differ by their address. */
export const unlimited = { TRUST_PROXY: '', RATE_LIMIT_MAX: '0' };

/** Asks the inspector, which Node opens on SIGUSR1. */
async function liveHeapMb(pid: number, port: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorAddress(port));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const call = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).result);
      socket.send(JSON.stringify({ id: 1, method }));
    });
  await call('HeapProfiler.collectGarbage');
  const { usedSize } = await call('Runtime.getHeapUsage');
  socket.close();
  return usedSize / 2 ** 20;
}

/** Polls until the inspector is open. */
async function inspectorAddress(port: number): Promise<string> {
  for (;;) {
    const targets = await fetch(`http://127.0.0.1:${port}/json/list`).then(
      (answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    if (targets[0]) return targets[0].webSocketDebuggerUrl;
    await pause(50);
  }
}
