import { setTimeout as pause } from 'node:timers/promises';

/**
 * Heap in MB that is in use after a garbage collection, which the inspector triggers. Node opens the inspector on SIGUSR1.
 * @param inspectorPort the `--inspect-port` of the process
 */
export async function liveHeapMb(pid: number, inspectorPort: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorAddress(inspectorPort));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  await call(socket, 'HeapProfiler.collectGarbage');
  const { usedSize } = await call(socket, 'Runtime.getHeapUsage');
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

function call(socket: WebSocket, method: string): Promise<{ usedSize: number }> {
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(data).result);
    socket.send(JSON.stringify({ id: 1, method }));
  });
}
