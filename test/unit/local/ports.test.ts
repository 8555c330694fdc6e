import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { anyFreePorts, checkPorts, choosePorts, onFreePorts } from '../../../local/process/ports.ts';

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

test('a requested port is used when it is free', async () => {
  const [port] = await anyFreePorts(1);
  expect(await choosePorts({ setting: 'PORT', port: port!, exact: true })).toEqual([port]);
});

test('a default port that is in use is replaced by a later one', async () => {
  const port = await occupy();
  const [chosen] = await choosePorts({ setting: 'PORT', port, exact: false });
  expect(chosen).toBeGreaterThan(port);
});

test('a required port that is in use causes an error that names the setting', async () => {
  const port = await occupy();
  await expect(choosePorts({ setting: 'REDIS_PORT', port, exact: true })).rejects.toThrow(
    `Port ${port} is taken. Set REDIS_PORT to a free port`,
  );
});

test('a default port is replaced when another service is about to use it', async () => {
  const [port] = await anyFreePorts(1);
  const [chosen] = await choosePorts({ setting: 'PORT', port: port!, exact: false }, [port!]);
  expect(chosen).toBeGreaterThan(port!);
});

test('every required port that is unavailable is named', async () => {
  const taken = await occupy();
  const [free] = await anyFreePorts(1);
  await checkPorts([
    { setting: 'PORT', port: taken, exact: false },
    { setting: 'WORKER_PORT', port: free!, exact: true },
    { setting: 'REDIS_PORT', port: 0, exact: true },
    { setting: 'ELASTICSEARCH_PORT', port: 0, exact: true },
  ]);
  const check = checkPorts([
    { setting: 'PORT', port: taken, exact: true },
    { setting: 'REDIS_PORT', port: free!, exact: true },
    { setting: 'WORKER_PORT', port: free!, exact: true },
  ]);
  await expect(check).rejects.toThrow(
    `Port ${taken} is taken. Set PORT to a free port, or end the program that listens there.\n` +
      `REDIS_PORT and WORKER_PORT both want port ${free}. Set one of them to another port.`,
  );
});

test('several ports are all different', async () => {
  expect(new Set(await anyFreePorts(20)).size).toBe(20);
});

test('a port that another program takes between check and start is given up', async () => {
  const tried: number[] = [];
  const [first] = await anyFreePorts(1);
  const started = await onFreePorts({ setting: 'PORT', port: first!, exact: false }, async ([port]) => {
    tried.push(port!);
    if (tried.length > 1) return port;
    await occupy(port);
    throw new Error('address in use');
  });
  expect(tried[0]).toBe(first);
  expect(started).toBeGreaterThan(first!);
});

test('a failure unrelated to the port is passed on', async () => {
  const failing = onFreePorts({ setting: 'PORT', port: 0, exact: false }, () =>
    Promise.reject(new Error('no memory')),
  );
  await expect(failing).rejects.toThrow('no memory');
});
