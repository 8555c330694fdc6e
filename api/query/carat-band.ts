import { caratBands } from '../../mappings/carat-bands.ts';
import type { Clause } from './filters.ts';

/** Lots of a size class. By their weight: in indices before version 4 of the mapping some classes have other names. */
export function inBand(name: string): Clause {
  const { from, below } = caratBands.find((band) => band.name === name)!;
  return { range: { carat: { gte: from, ...(Number.isFinite(below) && { lt: below }) } } };
}
