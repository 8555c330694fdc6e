import { describe, expect, test } from 'vitest';
import { decadeFinding, traitFinding } from '../../../explorer/prices/trait-findings.ts';
import type { Premia, PremiaPeriod, PremiumValue } from '../../../explorer/service/answers.ts';

const value = (name: string, [factor, low, high]: [number, number, number] | []): PremiumValue =>
  ({
    ...{ value: name, lots: 20, factor: factor ?? null, low: low ?? null, high: high ?? null },
    ...{ refused: factor === undefined ? 'no_common_weight' : null },
  }) as PremiumValue;
const premia = (values: PremiumValue[]) =>
  ({ reference: { value: 'Myanmar', lots: 99 }, trait: 'origin', values }) as Premia;
const decade = (period: string, ...values: PremiumValue[]) => ({ period, values }) as PremiaPeriod;

describe('findings about the value of a trait', () => {
  test('the clearest difference from the reference is reported', () => {
    const values = [
      value('Kashmir', [3, 0.8, 11]),
      value('Thailand', [0.2, 0.18, 0.22]),
      value('Laos', [0.5, 0.4, 0.6]),
    ];
    expect(traitFinding(premia(values))).toBe(
      'Thailand sells for 0.2× the price of Myanmar (95% interval 0.18 to 0.22)',
    );
    expect(traitFinding(premia([value('Laos', [0.8, 0.7, 0.92]), value('Nepal', [])]))).toBeUndefined();
  });
});

describe('findings about the value of a trait by decade', () => {
  const found = (...periods: PremiaPeriod[]) => decadeFinding(premia([]), periods);

  test('the largest change between intervals that do not overlap is reported', () => {
    expect(
      found(
        decade('2000s', value('Laos', [0.2, 0.17, 0.24]), value('Thailand', [0.15, 0.13, 0.16])),
        decade('2010s', value('Laos', [0.9, 0.8, 1])),
        decade('2020s', value('Laos', [0.4, 0.33, 0.5]), value('Thailand', [0.19, 0.17, 0.22])),
      ),
    ).toBe('Laos rose from 0.2× the price of Myanmar in the 2000s to 0.4× in the 2020s');
    expect(
      found(
        decade('1990s', value('Laos', [0.4, 0.3, 0.5])),
        decade('2000s', value('Laos', [0.2, 0.15, 0.25])),
      ),
    ).toBe('Laos fell from 0.4× the price of Myanmar in the 1990s to 0.2× in the 2000s');
  });

  test('overlapping intervals give no change, and values without two decades give no finding', () => {
    const laos = [value('Laos', [0.3, 0.2, 0.4]), value('Laos', [0.5, 0.39, 0.7])] as const;
    expect(found(decade('2000s', laos[0]), decade('2010s', laos[1]))).toBe(
      'No clear change against Myanmar from decade to decade',
    );
    expect(found(decade('2000s', laos[0]), decade('2010s', value('Laos', [])))).toBeUndefined();
    expect(found()).toBeUndefined();
  });
});
