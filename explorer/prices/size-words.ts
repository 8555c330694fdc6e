import { chartsText } from '../charts/charts-text.ts';
import { carats, change, count, hundredth, usd } from '../page/format.ts';
import type { SizeBand } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { pricesText } from './prices-text.ts';

const { curve, elasticity: local, columns } = pricesText.sizeCurve;
const { readout, columns: titles } = chartsText.market;

/** Terms and their descriptions. */
type Figures = [term: string, value: string][];

/** The name of a band. */
export type NamedBand = SizeBand & { period: string };

/** The weights of a band in words: 2 – 2.12 ct. */
const weightsOf = (band: Pick<SizeBand, 'carat_from' | 'carat_below'>) =>
  text.range(hundredth(band.carat_from), carats(band.carat_below));

export const named = (bands: readonly SizeBand[]): NamedBand[] =>
  bands.map((band) => ({ ...band, period: weightsOf(band) }));

/** The index of the band with the most lots. */
export function fullestBand(bands: readonly SizeBand[]): number {
  return bands.reduce((best, { n }, place) => (n > bands[best]!.n ? place : best), 0);
}

const between = (low: number | null, high: number | null, format: (value: number | null) => string) =>
  low === null ? text.unknown : text.range(format(low), format(high));

/** The price figures of a band. */
export const priceReadout = (band: SizeBand): Figures =>
  band.median === null
    ? [[titles.median, curve.none]]
    : [
        [titles.median, usd(band.median)],
        [readout.interval, between(band.median_low, band.median_high, usd)],
        [readout.quartiles, between(band.p25, band.p75, usd)],
        [curve.most, between(band.p10, band.p90, usd)],
        [titles.lots, count(band.n)],
      ];

/** The change of the price per carat for twice the weight, as a share, by an elasticity: its percentage for 1% more weight. */
export const forTwiceTheWeight = (elasticity: number | null | undefined): number | null =>
  elasticity == null ? null : 2 ** elasticity - 1;

const changeOf = (elasticity: number | null) => change(forTwiceTheWeight(elasticity));

/** The effect of weight around a band. */
export const elasticityReadout = ({ elasticity }: SizeBand): Figures =>
  elasticity === null
    ? [[columns.elasticity, local.none]]
    : [
        [columns.elasticity, changeOf(elasticity.elasticity)],
        [readout.interval, between(elasticity.low, elasticity.high, changeOf)],
        [local.over, weightsOf(elasticity)],
        [titles.lots, count(elasticity.n)],
      ];
