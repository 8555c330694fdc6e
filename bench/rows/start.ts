import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { processEnvironment } from '../../config/process-memory.ts';
import { anyFreePorts } from '../../local/process/ports.ts';
import { spreadOf } from '../compare.ts';
import type { Row } from '../row.ts';
import { apiProgram, coldSettings } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

/** Polling interval of a process that has just been started. */
const askEveryMs = 2;

/** From the start of the process to its first answer from the data. */
export const start: Row = {
  name: 'start',
  what: 'start of the API to its first answer',
  async measure(bed, { rounds }) {
    await startOnce(bed);
    const seconds: number[] = [];
    for (let i = 0; i < rounds; i++) seconds.push(await startOnce(bed));
    return { figures: [{ unit: 's', value: spreadOf(seconds), atMost: 1.5 }] };
  },
};

async function startOnce({ environment }: Testbed): Promise<number> {
  const [port] = await anyFreePorts(1);
  const begun = performance.now();
  const child = spawn(process.execPath, apiProgram, {
    env: { ...processEnvironment, ...environment, ...coldSettings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    while (!(await answers(`http://127.0.0.1:${port}/api/v1/auctions?limit=1`))) await pause(askEveryMs);
    return (performance.now() - begun) / 1000;
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** Whether there is an answer; one that is not 200 will not become right by asking again. */
async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined);
  if (answer && !answer.ok) throw new Error(`The first answer was ${answer.status}.`);
  return answer !== undefined;
}
