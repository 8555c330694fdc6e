import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const portsTried = 200;

/** A wanted port: with `exact` only this one, else this one or the next free one. Port 0 is any free port. */
export interface WantedPort {
  port: number;
  exact: boolean;
}

/** A port and the setting that chooses it. */
export interface PortSetting extends WantedPort {
  setting: string;
}

/**
 * Checks that the exact ports are free.
 * @throws Error naming every port that is taken or that two settings want
 */
export async function checkPorts(wanted: PortSetting[]): Promise<void> {
  const problems: string[] = [];
  const wantedBy = new Map<number, string>();
  for (const { setting, port } of wanted.filter(({ exact, port }) => exact && port !== 0)) {
    const other = wantedBy.get(port);
    wantedBy.set(port, setting);
    if (other)
      problems.push(`${other} and ${setting} both want port ${port}. Set one of them to another port.`);
    else if (!(await isFree(port))) problems.push(portTaken(port, setting));
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

const portTaken = (port: number, setting: string) =>
  `Port ${port} is taken. Set ${setting} to a free port, or end the program that listens there.`;

/**
 * Finds a free port, starts something on it and returns it. If another program takes the port before the start, and the port
 * need not be exact, it tries again.
 * @throws Error when a port is taken and no other will do; whatever `start` throws for other reasons
 */
export async function onFreePort<Started>(
  wanted: PortSetting,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  const port = await choosePort(wanted);
  try {
    return await start(port);
  } catch (error) {
    if (wanted.exact || (await isFree(port))) throw error;
    return onFreePort(wanted, start);
  }
}

/**
 * Chooses a free port.
 * @param others ports to avoid
 * @throws Error when a port is taken and no other will do
 */
export async function choosePort(
  { setting, port: first, exact }: PortSetting,
  others: number[] = [],
): Promise<number> {
  if (first === 0) return (await anyFreePorts(1))[0]!;
  for (let port = first; port < first + portsTried; port++) {
    if (!others.includes(port) && (await isFree(port))) return port;
    if (exact) throw new Error(portTaken(port, setting));
  }
  throw new Error(`No port from ${first} on is free. Set ${setting} to a free port.`);
}

/**
 * Chooses free ports from a range that the operating system does not use for outgoing connections, so that the port of a
 * restarting server stays free. get-port takes ports that the system assigns.
 */
export async function anyFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count && attempt < portsTried; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  if (ports.size === count) return [...ports];
  throw new Error('Too few free ports were found between 20000 and 32000.');
}

/** Tries both addresses, because some systems would otherwise overlook a program that listens on every address. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '0.0.0.0'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
