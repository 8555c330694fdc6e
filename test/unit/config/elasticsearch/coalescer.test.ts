import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Coalescer } from '../../../../config/elasticsearch/coalescer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** The coalescer of a node that eight exchanges keep busy. */
function coalescerOfEight(): Coalescer {
  const coalescer = new Coalescer();
  coalescer.enough = 8;
  return coalescer;
}

/** One with so many exchanges in the air, and what it has handed on. */
function busy(exchanges: number) {
  const coalescer = coalescerOfEight();
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

  it('are handed on at once as long as nobody knows what keeps the node busy', () => {
    const coalescer = new Coalescer();
    for (let i = 0; i < 100; i++) coalescer.sent();
    const handedOn = vi.fn();
    coalescer.answered(1000, handedOn);
    expect(handedOn).toHaveBeenCalledOnce();
  });

  it('wait for three tenths of the time that they took where more are', () => {
    const { handedOn, answer } = busy(16);
    answer('one', 80);
    vi.advanceTimersByTime(23);
    expect(handedOn).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(handedOn).toEqual(['one']);
  });

  it('are handed on with the first whose time has come, in the order in which they came', () => {
    const { handedOn, answer } = busy(16);
    answer('long', 400);
    vi.advanceTimersByTime(10);
    answer('brief', 30);
    answer('another', 400);
    vi.advanceTimersByTime(8);
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

  it('wait for 30 ms at most, and where that is less than a millisecond not at all', () => {
    const { handedOn, answer } = busy(30);
    answer('long', 10_000);
    vi.advanceTimersByTime(29);
    expect(handedOn).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(handedOn).toEqual(['long']);
    answer('another', 1000);
    answer('brief', 3);
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
    answer('one', 50);
    vi.advanceTimersByTime(15);
    answer('two', 400);
    vi.advanceTimersByTime(29);
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
        const coalescer = coalescerOfEight();
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
              const answer = {
                dueMs: performance.now() + Math.min(one.tookMs * 0.3, 30),
                handedOnMs: [] as number[],
              };
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
