import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { anyFreePorts, checkPorts, choosePort, onFreePort } from '../../../local/process/ports.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function occupy(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a default port is replaced by a later one when it is in use, or when another service is about to use it', async () => {
  const taken = await occupy();
  expect(await choosePort({ setting: 'PORT', port: taken, exact: false })).toBeGreaterThan(taken);
  const [free] = (await anyFreePorts(1)) as [number];
  expect(await choosePort({ setting: 'PORT', port: free, exact: false })).toBe(free);
  expect(await choosePort({ setting: 'PORT', port: free, exact: false }, [free])).toBeGreaterThan(free);
});

test('every required port that is unavailable is named with its setting', async () => {
  const taken = await occupy();
  const [free] = (await anyFreePorts(1)) as [number];
  await checkPorts([
    { setting: 'PORT', port: taken, exact: false },
    { setting: 'WORKER_PORT', port: free, exact: true },
  ]);
  const check = checkPorts([
    { setting: 'PORT', port: taken, exact: true },
    { setting: 'REDIS_PORT', port: free, exact: true },
    { setting: 'WORKER_PORT', port: free, exact: true },
  ]);
  await expect(check).rejects.toThrow(
    `Port ${taken} is taken. Set PORT to a free port, or end the program that listens there.\n` +
      `REDIS_PORT and WORKER_PORT both want port ${free}. Set one of them to another port.`,
  );
});

test('a port that another program takes between check and start is given up, and other failures are passed on', async () => {
  const tried: number[] = [];
  const [first] = (await anyFreePorts(1)) as [number];
  const started = await onFreePort({ setting: 'PORT', port: first, exact: false }, async (port) => {
    tried.push(port);
    if (tried.length > 1) return port;
    await occupy(port);
    throw new Error('address in use');
  });
  expect(tried[0]).toBe(first);
  expect(started).toBeGreaterThan(first);
  const failing = onFreePort({ setting: 'PORT', port: 0, exact: false }, () =>
    Promise.reject(new Error('no memory')),
  );
  await expect(failing).rejects.toThrow('no memory');
});
