import { percent, periodName } from '../page/format.ts';
import type { PriceIndex } from '../service/answers.ts';
import { text } from '../text/text.ts';

/**
 * The change of a price index from its first period to its last, in words. A change is claimed only if its 95% interval
 * excludes 0. Undefined without a change.
 */
export function indexClaim(subject: string, change: PriceIndex['change']): string | undefined {
  if (!change) return undefined;
  const { from, to, relative_change: share, low, high } = change;
  const span = [periodName(from), periodName(to)] as const;
  const words = text.findings;
  const isClear = low !== null && high !== null && (low > 0 || high < 0);
  if (!isClear) return words.unclear(subject, ...span);
  return words[share > 0 ? 'up' : 'down'](subject, percent(Math.abs(share)), ...span);
}
