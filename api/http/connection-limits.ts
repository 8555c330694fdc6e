import type { Server, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { clientAddress, isTrustedProxy, rateLimitKey } from '../../config/client-address.ts';
import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';

/**
 * Closes connections above a total maximum and above a maximum per client: an IPv4 address or the /64 network of an
 * IPv6 one. Those of trusted proxies count only towards the total. A connection is closed before its request is read.
 */
export function boundConnections(
  server: Server,
  config: Pick<Config, 'maxConnections' | 'maxConnectionsPerClient' | 'trustedProxies'>,
  metrics: Pick<Metrics, 'connectionsRefused'>,
): void {
  const open = new Map<string, number>();
  server.maxConnections = config.maxConnections;
  server.on('drop', () => metrics.connectionsRefused.inc({ limit: 'total' }));
  server.on('connection', (socket) => {
    if (isTrustedProxy(socket.remoteAddress, config.trustedProxies)) return;
    const client = rateLimitKey(clientAddress(socket.remoteAddress, '', []));
    const count = (open.get(client) ?? 0) + 1;
    if (count > config.maxConnectionsPerClient) {
      metrics.connectionsRefused.inc({ limit: 'client' });
      socket.destroy();
      return;
    }
    open.set(client, count);
    socket.once('close', () => {
      const rest = open.get(client)! - 1;
      if (rest === 0) open.delete(client);
      else open.set(client, rest);
    });
  });
}

/** Closes the connections of clients that read too slowly. */
export interface SlowReaders {
  /** Watches a response until it is sent. */
  watch(response: ServerResponse, onCut: () => void): void;
  /** Closes connections that are too slow; call it periodically. */
  sweep(now: number): void;
}

interface Reading {
  response: ServerResponse;
  onCut: () => void;
  sinceMs: number;
  /** Bytes written to the connection so far; undefined while it sends an earlier response. */
  bytes: number | undefined;
  /** The time for which the client may still leave the response unread. */
  creditMs: number;
}

/**
 * The bytes of a response that the kernel buffers before the client reads them (Linux: `tcp_wmem`, at most 4 MiB). It
 * takes more when a third of that is free again: a slow client appears to read in steps of this size.
 */
const systemBufferBytes = 4 * 2 ** 20;

/** Closes the connection of a client that does not read its response. */
export function watchReading(slowReaders: SlowReaders, metrics: Pick<Metrics, 'slowReaders'>): Middleware {
  return (context, next) => {
    slowReaders.watch(context.res, () => {
      metrics.slowReaders.inc();
      context.state.error = { code: 'unavailable', reason: 'The client read too slowly.' };
    });
    return next();
  };
}

/** A pause of the process counts at most this much against its clients. */
const maxStepMs = 2000;

/**
 * Each byte of a response earns its client `1 / minBytesPerS` seconds. The time in which bytes wait for the client is
 * subtracted: the rate is an average over `graceMs`. One sweep checks all open responses.
 */
export function createSlowReaders({ minBytesPerS, graceMs, timeoutMs }: Config['reading']): SlowReaders {
  const open = new Set<Reading>();
  const earnedMs = (bytes: number) => (1000 * bytes) / minBytesPerS;
  let sweptMs = performance.now();

  /** Whether the client has read too slowly. */
  function isLate(reading: Reading, now: number, stepMs: number): boolean {
    const { response, sinceMs } = reading;
    // Where several responses share a connection, the earlier ones are sent first.
    if (response.socket === null) return false;
    const waiting = response.writableLength;
    const written = response.socket.bytesWritten;
    const added = reading.bytes === undefined ? waiting + systemBufferBytes : written - reading.bytes;
    reading.bytes = written;
    const most = graceMs + earnedMs(waiting + systemBufferBytes);
    reading.creditMs = Math.min(reading.creditMs + earnedMs(added), most);
    if (waiting === 0) return false;
    reading.creditMs -= stepMs;
    return reading.creditMs < 0 || now - sinceMs > timeoutMs;
  }

  return {
    watch(response, onCut) {
      const bytes = response.socket?.bytesWritten;
      const reading = { response, onCut, sinceMs: performance.now(), bytes, creditMs: graceMs };
      open.add(reading);
      response.once('close', () => open.delete(reading));
    },
    sweep(now) {
      const stepMs = Math.min(now - sweptMs, maxStepMs);
      sweptMs = now;
      for (const reading of open) {
        if (!isLate(reading, now, stepMs)) continue;
        reading.onCut();
        reading.response.destroy();
      }
    },
  };
}
