import { describe, expect, test } from 'vitest';
import { changeOf, readSpans } from '../../../explorer/prices/spans.ts';

const summary = (median: number, low: number, high: number) => ({
  median,
  median_low: low,
  median_high: high,
});

describe('periods side by side', () => {
  test('two to four spans of years are read, and other text is named', () => {
    expect(readSpans('2005-2009, 2015')).toEqual({
      spans: [
        { one: '2005-2009', from: '2005', to: '2009' },
        { one: '2015', from: '2015', to: '2015' },
      ],
      unread: [],
    });
    expect(readSpans('2009-2005,soon').unread).toEqual(['2009-2005', 'soon']);
    expect(readSpans('2001,2002,2003,2004,2005').unread).toEqual(['2005']);
  });

  test('the interval of a change is wider than that of each median, and excludes no change only if they are apart', () => {
    const first = summary(100, 90, 110);
    const apart = changeOf(first, summary(150, 135, 165))!;
    expect(apart.share).toBeCloseTo(0.5);
    expect(apart.low).toBeGreaterThan(0);
    expect(apart.low).toBeLessThan(135 / 100 - 1);
    expect(apart.high).toBeGreaterThan(165 / 100 - 1);
    const close = changeOf(first, summary(105, 95, 115))!;
    expect(close.low).toBeLessThan(0);
    expect(close.high).toBeGreaterThan(0);
    expect(changeOf(first, undefined)).toBeUndefined();
  });
});
