import { describe, expect, test } from 'vitest';
import {
  clearest,
  elasticityFinding,
  jumpFinding,
  worthFinding,
} from '../../../explorer/prices/effect-findings.ts';
import type { Coefficient, SizeBand, SizeJump } from '../../../explorer/service/answers.ts';

const effect = (value: number, low: number, high: number) => ({ effect: value, low, high });

describe('the clearest effect', () => {
  test('the clearest effect is the largest one whose doubled interval excludes zero effect', () => {
    const small = effect(0.2, 0.15, 0.25);
    const wide = effect(0.9, 0.4, 1.4);
    expect(clearest([wide, small])).toBe(small);
    expect(clearest([effect(0.9, 0.46, 1.34), small])!.effect).toBe(0.9);
    expect(clearest([effect(-0.9, -1.34, -0.46), small])!.effect).toBe(-0.9);
    expect(clearest([effect(-0.9, -1.4, -0.4)])).toBeUndefined();
    expect(clearest([{ effect: null, low: null, high: null }, effect(0.1, -0.1, 0.3)])).toBeUndefined();
  });
});

/** The effect of an origin or a treatment: a factor with its interval. */
function coefficient(
  factor: 'origin' | 'treatment',
  category: string | null,
  [worth, low, high]: [number, number, number],
  more: Partial<Coefficient> = {},
): Coefficient {
  return {
    ...{ factor, category, is_pool: false, is_reference: false, n: 50, standard_error: 0.1 },
    ...{ coefficient: Math.log(worth), clustered_error: null, relative_effect: worth - 1 },
    ...{ low: Math.log(low), high: Math.log(high) },
    ...more,
  } as Coefficient;
}
const references = [
  coefficient('origin', 'Myanmar', [1, 1, 1], { is_reference: true }),
  coefficient('treatment', 'No heat', [1, 1, 1], { is_reference: true }),
];

describe('findings about trait effects', () => {
  test('the finding names the largest clear difference from the reference of its trait', () => {
    const heated = coefficient('treatment', 'Heated', [0.6, 0.55, 0.65]);
    const kashmir = coefficient('origin', 'Kashmir', [2.5, 2.2, 2.8]);
    expect(worthFinding([...references, heated])).toBe(
      'Heated: 40% less per carat than No heat, for the same weight, origin, house and year',
    );
    expect(worthFinding([...references, heated, kashmir])).toBe(
      'Kashmir: 150% more per carat than Myanmar, for the same weight, treatment, house and year',
    );
  });

  test('uncertain effects, unknown values and pooled values give no finding', () => {
    expect(worthFinding(references)).toBeUndefined();
    const others = [
      coefficient('origin', 'Vietnam', [0.8, 0.6, 1.07]),
      coefficient('origin', 'Laos', [0.8, 0.7, 0.92]),
      coefficient('origin', null, [0.4, 0.38, 0.42]),
      coefficient('origin', null, [0.4, 0.38, 0.42], { is_pool: true }),
    ];
    expect(worthFinding([...references, ...others])).toBeUndefined();
  });
});

function jump(carat: number, factor: [number, number, number] | null): SizeJump {
  const [ln_jump, low, high] = factor?.map(Math.log) ?? [null, null, null];
  return { carat, ln_jump, low, high, gap: factor ? null : 'too_few_lots' } as SizeJump;
}

describe('findings about price jumps at round weights', () => {
  test('the largest clear price jump is reported', () => {
    expect(jumpFinding([jump(1, [1.1, 0.9, 1.3]), jump(2, [1.3, 1.2, 1.41]), jump(3, null)])).toBe(
      'The price per carat jumps 30% at 2.00\u00a0ct',
    );
    expect(jumpFinding([jump(5, [0.75, 0.7, 0.8])])).toBe('The price per carat drops 25% at 5.00\u00a0ct');
  });

  test('uncertain price jumps are not reported, and without estimates there is no finding', () => {
    expect(jumpFinding([jump(1, [1.1, 0.9, 1.3]), jump(2, [1.1, 1.01, 1.2])])).toBe(
      'No clear price jump at a round weight',
    );
    expect(jumpFinding([jump(1, null)])).toBeUndefined();
    expect(jumpFinding([])).toBeUndefined();
  });
});

function band(n: number, [elasticity, low, high]: [number, number, number] | []): SizeBand {
  return {
    ...{ carat_from: n, carat_below: n + 1, n },
    elasticity: elasticity === undefined ? null : { elasticity, low, high },
  } as SizeBand;
}

describe('findings about elasticity', () => {
  test('the elasticity of the band with the most lots is reported', () => {
    expect(elasticityFinding([band(2, [3, 2, 4]), band(9, [0.47, 0.22, 0.72])])).toBe(
      'Around 9.00 – 10.00\u00a0ct, a stone of twice the weight costs 39% more per carat',
    );
    expect(elasticityFinding([band(9, [-0.5, -0.9, -0.1])])).toMatch(/costs 29% less per carat$/);
  });

  test('an elasticity whose interval includes 0 is not reported, and without one there is no finding', () => {
    expect(elasticityFinding([band(9, [0.2, -0.1, 0.5])])).toBe(
      'Around 9.00 – 10.00\u00a0ct, more weight has no clear effect on the price per carat',
    );
    expect(elasticityFinding([band(2, [3, 2, 4]), band(9, [])])).toBeUndefined();
    expect(elasticityFinding([])).toBeUndefined();
  });
});
