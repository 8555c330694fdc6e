import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createSlowReaders } from '../../../../api/http/limits.ts';

const limits = { minBytesPerS: 1000, graceMs: 10_000, timeoutMs: 100_000_000 };

/** A response with `written` bytes given to the system and `waiting` bytes waiting for it. */
class FakeResponse extends EventEmitter {
  waiting = 0;
  written = 0;
  isDestroyed = false;
  get socket() {
    return { bytesWritten: this.written + this.waiting };
  }
  get writableLength() {
    return this.waiting;
  }
  destroy() {
    this.isDestroyed = true;
    this.emit('close');
  }
}

/** Calls `step` in each of `seconds`, and returns the second in which the response was cut. */
function watch(seconds: number, step: (response: FakeResponse, second: number) => void, options = limits) {
  const slowReaders = createSlowReaders(options);
  const response = new FakeResponse();
  const start = performance.now();
  slowReaders.watch(response as unknown as ServerResponse, () => undefined);
  for (let second = 1; second <= seconds; second++) {
    step(response, second);
    slowReaders.sweep(start + second * 1000);
    if (response.isDestroyed) return second;
  }
  return undefined;
}

describe('responses to slow readers', () => {
  test('a response sent in one piece gets the time that its bytes need', () => {
    const stalled = (response: FakeResponse) => {
      response.waiting = 50_000;
    };
    expect(watch(59, stalled)).toBeUndefined();
    expect(watch(70, stalled)).toBeDefined();
  });

  test('a response read just fast enough is never cut, even when the system reports progress in leaps', () => {
    const leaps = (response: FakeResponse, second: number) => {
      response.waiting = 64_000;
      // A reader of 1100 bytes a second; the system takes a third of its buffer at once.
      response.written = 4_000_000 + 1_400_000 * Math.floor((1100 * second) / 1_400_000);
    };
    expect(watch(20_000, leaps)).toBeUndefined();
  });

  test('a response that is read too slowly is cut', () => {
    const leaps = (response: FakeResponse, second: number) => {
      response.waiting = 64_000;
      response.written = 4_000_000 + 1_400_000 * Math.floor((500 * second) / 1_400_000);
    };
    expect(watch(20_000, leaps)).toBeDefined();
  });

  test('a response whose client waits for the service is not cut', () => {
    const idle = (response: FakeResponse) => {
      response.waiting = 0;
    };
    expect(watch(1000, idle)).toBeUndefined();
  });

  test('a response that takes longer than the maximum is cut, however fast it is read', () => {
    const fast = (response: FakeResponse) => {
      response.waiting = 1000;
      response.written += 100_000;
    };
    expect(watch(50, fast, { ...limits, timeoutMs: 20_000 })).toBe(21);
  });
});
