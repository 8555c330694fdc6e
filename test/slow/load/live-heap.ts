import { setTimeout as pause } from 'node:timers/promises';

/**
 * Memory in MB that a process really holds: collects its garbage first, through the inspector that every Node opens on
 * SIGUSR1.
 * @param inspectorPort the one that the process was started with (`--inspect-port`)
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

/** Asks until the inspector is open. */
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
