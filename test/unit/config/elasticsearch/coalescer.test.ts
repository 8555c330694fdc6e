import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Coalescer } from '../../../../config/elasticsearch/coalescer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A coalescer with so many exchanges in the air, and what it has handed on. */
function busy(exchanges: number) {
  const coalescer = new Coalescer();
  for (let i = 0; i < exchanges; i++) coalescer.sent();
  const handedOn: string[] = [];
  const answer = (name: string, tookMs: number) => coalescer.answered(tookMs, () => handedOn.push(name));
  return { coalescer, handedOn, answer };
}

describe('answers of a node', () => {
  it('are handed on at once where seven others or fewer are in the air', () => {
    const { handedOn, answer } = busy(8);
    answer('one', 1000);
    expect(handedOn).toEqual(['one']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('wait a tenth of the time that they took where more are', () => {
    const { handedOn, answer } = busy(16);
    answer('one', 400);
    vi.advanceTimersByTime(39);
    expect(handedOn).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(handedOn).toEqual(['one']);
  });

  it('are handed on with the first whose time has come, in the order in which they came', () => {
    const { handedOn, answer } = busy(16);
    answer('long', 400);
    vi.advanceTimersByTime(10);
    answer('brief', 100);
    answer('another', 400);
    vi.advanceTimersByTime(9);
    expect(handedOn).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(handedOn).toEqual(['long', 'brief', 'another']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are handed on as soon as the node has little to do', () => {
    const { coalescer, handedOn, answer } = busy(10);
    answer('one', 1000);
    answer('two', 1000);
    expect(handedOn).toEqual([]);
    coalescer.failed();
    expect(handedOn).toEqual(['one', 'two']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('wait for 50 ms at most, and where that is less than a millisecond not at all', () => {
    const { handedOn, answer } = busy(30);
    answer('long', 10_000);
    vi.advanceTimersByTime(49);
    expect(handedOn).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(handedOn).toEqual(['long']);
    answer('another', 1000);
    answer('brief', 9);
    expect(handedOn).toEqual(['long', 'another', 'brief']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are handed on when eight are held', () => {
    const { handedOn, answer } = busy(30);
    for (let i = 1; i < 8; i++) answer(`${i}`, 1000);
    expect(handedOn).toEqual([]);
    answer('8', 1000);
    expect(handedOn).toHaveLength(8);
  });

  it('wait anew after all were handed on', () => {
    const { handedOn, answer } = busy(20);
    answer('one', 100);
    vi.advanceTimersByTime(10);
    answer('two', 400);
    vi.advanceTimersByTime(39);
    expect(handedOn).toEqual(['one']);
    vi.advanceTimersByTime(1);
    expect(handedOn).toEqual(['one', 'two']);
  });

  it('never get lost, come twice or wait longer than their time, whatever happens', () => {
    const event = fc.oneof(
      fc.constant('sent' as const),
      fc.constant('failed' as const),
      fc.record({ tookMs: fc.integer({ min: 0, max: 2000 }) }),
      fc.record({ passedMs: fc.integer({ min: 1, max: 300 }) }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (events) => {
        const coalescer = new Coalescer();
        const answered: { dueMs: number; handedOnMs: number[] }[] = [];
        let inTheAir = 0;
        for (const one of events) {
          if (one === 'sent') {
            coalescer.sent();
            inTheAir++;
          } else if (typeof one === 'object' && 'passedMs' in one) {
            vi.advanceTimersByTime(one.passedMs);
          } else if (inTheAir > 0) {
            inTheAir--;
            if (one === 'failed') coalescer.failed();
            else {
              const answer = { dueMs: performance.now() + one.tookMs / 10, handedOnMs: [] as number[] };
              answered.push(answer);
              coalescer.answered(one.tookMs, () => answer.handedOnMs.push(performance.now()));
            }
          }
        }
        vi.advanceTimersByTime(1000);
        // A timer counts whole milliseconds.
        for (const { dueMs, handedOnMs } of answered) {
          expect(handedOnMs).toHaveLength(1);
          expect(handedOnMs[0]).toBeLessThanOrEqual(dueMs + 1);
        }
      }),
    );
  });
});
