import { chartsText } from '../charts/charts-text.ts';
import { carats, percent } from '../page/format.ts';
import type { Coefficient, SizeBand, SizeJump } from '../service/answers.ts';
import { forTwiceTheWeight, fullestBand, weightsOf } from './size-words.ts';

/** The logarithm of a price factor with its 95% interval; null if it cannot be estimated. */
interface Effect {
  effect: number | null;
  low: number | null;
  high: number | null;
}

/**
 * The largest effect whose interval excludes 0 even at twice its width. A normal interval is too narrow for it: the largest
 * of many estimates usually overstates its effect.
 */
export function clearest<One extends Effect>(
  effects: readonly One[],
): (One & { effect: number }) | undefined {
  const isClear = ({ effect, low, high }: One) =>
    effect !== null &&
    low !== null &&
    high !== null &&
    (effect > 0 ? 2 * low - effect > 0 : 2 * high - effect < 0);
  const clear = effects.filter((one): one is One & { effect: number } => isClear(one));
  return clear.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))[0];
}

/** The trait with the largest clear effect, compared with its reference; without "not known" and "all others". */
export function worthFinding(coefficients: readonly Coefficient[]): string | undefined {
  const named = coefficients.flatMap(({ factor, category, is_pool, relative_effect, low, high }) =>
    category === null || is_pool
      ? []
      : { factor, name: category, effect: relative_effect && Math.log1p(relative_effect), low, high },
  );
  const found = clearest(named);
  const reference = coefficients.find((one) => one.factor === found?.factor && one.is_reference)?.category;
  if (!found || !reference) return undefined;
  const share = Math.expm1(found.effect);
  const same = chartsText.worth.same[found.factor as keyof typeof chartsText.worth.same];
  return chartsText.worth[share > 0 ? 'more' : 'less'](found.name, percent(Math.abs(share)), reference, same);
}

/** A headline about the largest clear jump; undefined if no jump can be estimated. */
export function jumpFinding(jumps: readonly SizeJump[]): string | undefined {
  const known = jumps.filter(({ gap }) => gap === null);
  if (known.length === 0) return undefined;
  const effects = known.map(({ carat, ln_jump: effect, low, high }) => ({ carat, effect, low, high }));
  const words = chartsText.jumps;
  const found = clearest(effects);
  if (!found) return words.unclear;
  const share = Math.expm1(found.effect);
  return words[share > 0 ? 'up' : 'down'](percent(Math.abs(share)), carats(found.carat));
}

/** A headline about the effect of weight in the band with the most lots, which the chart shows first. */
export function elasticityFinding(bands: readonly SizeBand[]): string | undefined {
  const band = bands[fullestBand(bands)];
  if (!band?.elasticity) return undefined;
  const { elasticity, low, high } = band.elasticity;
  const words = chartsText.elasticity;
  if (elasticity === null || low === null || high === null) return undefined;
  if (low <= 0 && high >= 0) return words.unclear(weightsOf(band));
  return words[elasticity > 0 ? 'up' : 'down'](
    weightsOf(band),
    percent(Math.abs(forTwiceTheWeight(elasticity)!)),
  );
}
