import type { MarketGroup } from '../service/answers.ts';

/** Maximum spans of years: each is a request. */
const mostSpans = 4;

/** A change since the first span, as a share, with its 95% interval. */
export interface Change {
  share: number;
  low: number;
  high: number;
}

/** The spans of years in a text such as 2005-2009,2015; the parts that are none are unread. */
export function readSpans(written: string) {
  const parts = written.split(',').map((one) => one.trim());
  const spans = parts.flatMap((one) => {
    const [, from, to = from] = /^(\d{4})(?:\s*[-–]\s*(\d{4}))?$/.exec(one) ?? [];
    return from === undefined || to! < from ? [] : [{ one, from, to: to! }];
  });
  const read = spans.slice(0, mostSpans);
  return { spans: read, unread: parts.filter((one) => !read.some((span) => span.one === one)) };
}

/**
 * The change between two medians as a share, with a 95% interval from theirs, taken as independent (Zou and Donner,
 * Statistics in Medicine 27, 2008). Undefined where a median or its interval is not known.
 */
export function changeOf(first: Summary | undefined, later: Summary | undefined): Change | undefined {
  if (!first?.median || !later?.median) return undefined;
  if (!first.median_low || !first.median_high || !later.median_low || !later.median_high) return undefined;
  const logOf = (one: number, other: number) => Math.log(one / other);
  const ratio = logOf(later.median, first.median);
  const below = Math.hypot(logOf(later.median, later.median_low), logOf(first.median_high, first.median));
  const above = Math.hypot(logOf(later.median_high, later.median), logOf(first.median, first.median_low));
  return { share: Math.expm1(ratio), low: Math.expm1(ratio - below), high: Math.expm1(ratio + above) };
}

type Summary = Pick<MarketGroup['price_per_carat_usd'], 'median' | 'median_low' | 'median_high'>;
