import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';

/** Breaks the connections of clients that read too slowly. */
export interface SlowReaders {
  /** Watches an answer until it is sent. */
  watch(response: ServerResponse, onCut: () => void): void;
  /** Breaks what is too slow; to be called now and then. */
  sweep(now: number): void;
}

interface Reading {
  response: ServerResponse;
  onCut: () => void;
  sinceMs: number;
  /** Bytes given to the connection so far; undefined while it is busy with an earlier answer. */
  bytes: number | undefined;
  /** Time that the client may let the answer wait from now on. */
  creditMs: number;
}

/**
 * What the system may take of an answer before the client reads it (Linux: `tcp_wmem`, 4 MiB at most). It takes more when
 * a third of that is free again: a slow client is seen to read in leaps of this size.
 */
const systemBufferBytes = 4 * 2 ** 20;

/** Watches that the client reads its answer. */
export function watchReading(slowReaders: SlowReaders, metrics: Pick<Metrics, 'slowReaders'>): Middleware {
  return (context, next) => {
    slowReaders.watch(context.res, () => {
      metrics.slowReaders.inc();
      context.state.error = { code: 'unavailable', message: 'The client read too slowly.' };
    });
    return next();
  };
}

/** A process that stood still counts no more than this against its clients. */
const maxStepMs = 2000;

/**
 * Each byte of an answer earns its client `1 / minBytesPerS` seconds, and the time in which bytes wait for the client is
 * taken off: the rate is an average over `graceMs`. One sweep looks at all open answers.
 */
export function createSlowReaders({ minBytesPerS, graceMs, timeoutMs }: Config['reading']): SlowReaders {
  const open = new Set<Reading>();
  const earnedMs = (bytes: number) => (1000 * bytes) / minBytesPerS;
  let sweptMs = performance.now();

  /** Whether the client has read too slowly. */
  function isLate(reading: Reading, now: number, stepMs: number): boolean {
    const { response, sinceMs } = reading;
    // Where several answers share a connection, the others are sent first.
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
