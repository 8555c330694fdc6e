import { randomInt } from 'node:crypto';
import getPort, { portNumbers } from 'get-port';
import { readSettings } from '../../config/read-settings.ts';

/** A setting that chooses a port, of which `npm start` has a default. */
type PortSetting = 'PORT' | 'WORKER_PORT' | 'ELASTICSEARCH_PORT' | 'REDIS_PORT';

/**
 * Chooses a free port for each setting: the one that is set in the environment, else the default or the next free one.
 * @throws Error naming every port that is set and taken
 */
export async function choosePorts<const Name extends PortSetting>(
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const wanted = readSettings(names, process.env);
  const isSet = (name: Name) => Boolean(process.env[name]);
  const ports: Partial<Record<Name, number>> = {};
  const problems: string[] = [];
  // A port that is set is taken first, so that a default gives way to it.
  for (const name of names.toSorted((a, b) => Number(isSet(b)) - Number(isSet(a)))) {
    const first = wanted[name] ?? 3001;
    const port = first === 0 ? [] : isSet(name) ? first : portNumbers(first, first + 200);
    ports[name] = await getPort({ port });
    if (isSet(name) && first !== 0 && ports[name] !== first)
      problems.push(
        `Port ${first} is taken. Set ${name} to a free port, or end what uses it: another program, or another setting.`,
      );
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return ports as Record<Name, number>;
}

/**
 * Chooses free ports from a range that the operating system does not use for outgoing connections, so that the port of a
 * restarting server stays free.
 */
export async function anyFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count)
    ports.push(await getPort({ port: portNumbers(randomInt(20_000, 32_000), 32_000) }));
  return ports;
}
