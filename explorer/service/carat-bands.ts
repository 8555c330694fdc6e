import type { caratBands } from '../../mappings/carat-bands.ts';

type Band = (typeof caratBands)[number]['name'];

/** The weight bands of the API, the lightest first. */
export const bandNames: readonly Band[] = ['0-1', '1-2', '2-3', '3-5', '5-10', '10-20', '20-'];

/** The band of a weight in carats. */
export const bandOf = (carat: number): Band =>
  bandNames.findLast((band) => Number.parseInt(band, 10) <= carat)!;
