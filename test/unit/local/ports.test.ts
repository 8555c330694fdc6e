import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { anyFreePorts, choosePort, onFreePorts } from '../../../local/process/ports.ts';

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

test('a wanted port that is free is taken', async () => {
  const [port] = await anyFreePorts(1);
  expect(await choosePort({ port: port!, exact: true }, 'PORT')).toBe(port);
});

test('a default port that is taken gives way to a later one', async () => {
  const port = await occupy();
  expect(await choosePort({ port, exact: false }, 'PORT')).toBeGreaterThan(port);
});

test('a demanded port that is taken is an error that names the setting', async () => {
  const port = await occupy();
  await expect(choosePort({ port, exact: true }, 'REDIS_PORT')).rejects.toThrow(
    `Port ${port} is taken. Set REDIS_PORT to a free port`,
  );
});

test('several ports are all different', async () => {
  expect(new Set(await anyFreePorts(20)).size).toBe(20);
});

test('a port that is snatched between the look and the start is left to the snatcher', async () => {
  const tried: number[] = [];
  const [first] = await anyFreePorts(1);
  const started = await onFreePorts({ port: first!, exact: false }, 1, 'PORT', async ([port]) => {
    tried.push(port!);
    if (tried.length > 1) return port;
    await occupy(port);
    throw new Error('address in use');
  });
  expect(tried[0]).toBe(first);
  expect(started).toBeGreaterThan(first!);
});

test('a failure that has nothing to do with the port is passed on', async () => {
  const failing = onFreePorts({ port: 0, exact: false }, 1, 'PORT', () =>
    Promise.reject(new Error('no memory')),
  );
  await expect(failing).rejects.toThrow('no memory');
});
