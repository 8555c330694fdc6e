import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  command: string | string[];
  environment?: Record<string, string>;
  mem_limit?: string;
  networks?: string[];
  ports?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  volumes?: string[];
}

const file = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
const services = Object.entries<Service>(file.services);
const { api, worker, redis } = file.services;

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server that answers all requests with this status. */
async function startServer(status: number): Promise<number> {
  const server = createServer((_, response) => response.writeHead(status).end('answered')).listen(
    0,
    '127.0.0.1',
  );
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('every read-only container can write to /tmp, and the worker on disk', () => {
  const places = ({ tmpfs = [], volumes = [] }: Service) => [
    ...tmpfs.map((place) => place.split(':')[0]),
    ...volumes.map((volume) => volume.split(':')[1]),
  ];
  for (const [name, service] of services) {
    if (service.read_only) expect(places(service), name).toContain('/tmp');
  }
  expect(worker.tmpfs).toEqual([]);
});

it('Redis refuses writes at half of the memory of its container', () => {
  const [, megabytes] = /--maxmemory (\d+)mb/.exec(redis.command)!;
  expect(2 * Number(megabytes)).toBeLessThanOrEqual(Number.parseInt(redis.mem_limit, 10));
});

it('all ports are published on loopback only, by containers with a network that leads out', () => {
  const isOpen = (network: string) => !file.networks[network]?.internal;
  for (const [name, { ports = [], networks = [] }] of services) {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\$\{[A-Z_]+:-\d+\}:\d+$/);
    expect(networks.some(isOpen), name).toBe(ports.length > 0);
  }
  expect(api.environment.OPERATIONS_PORT).not.toBe(api.environment.PORT);
});

it.each([
  [200, 0],
  [503, 1],
])('the health check of the image ends for the status %i with %i', async (status, exitCode) => {
  const [, words] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(
    readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ''),
  )!;
  const [program, ...args] = JSON.parse(words!);
  const env = { ...process.env, WORKER_PORT: String(await startServer(status)) };
  const [code] = await once(execFile(program, args, { env }), 'exit');
  expect(code).toBe(exitCode);
});

it('the relay passes requests on, and outlives a program that is away', async () => {
  const [open, closed] = [await freePort(), await freePort()];
  const targets = [`${open}:127.0.0.1:${await startServer(200)}`, `${closed}:127.0.0.1:${await freePort()}`];
  const relay = spawn(process.execPath, ['deploy/access/relay.ts', ...targets], { stdio: 'inherit' });
  const answer = (port: number) =>
    fetch(`http://127.0.0.1:${port}`).then(
      (response) => response.text(),
      (error) => error.cause.code,
    );
  await expect.poll(() => answer(open)).toBe('answered');
  expect(await answer(closed)).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  expect(await answer(open)).toBe('answered');
  relay.kill('SIGTERM');
  expect(await once(relay, 'exit')).toEqual([0, null]);
});

async function freePort(): Promise<number> {
  const port = await startServer(200);
  await new Promise((resolve) => servers.pop()!.close(resolve));
  return port;
}
