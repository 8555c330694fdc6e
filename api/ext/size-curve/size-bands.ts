/** Weights from `from` carats (inclusive) to `below` carats (exclusive). */
export interface CaratRange {
  from: number;
  below: number;
}

/** Bands of each doubling of the weight, so that 1, 2, 4 … carats are always edges. */
const bandsPerDoubling = 4;

/** Six digits suffice up to a million carats. */
const edge = (band: number) => Number((2 ** (band / bandsPerDoubling)).toPrecision(6));

/** The bands from the lightest to the heaviest stone, without gaps; none where the heaviest weighs 0. */
export function bandsFrom(lightest: number, heaviest: number): CaratRange[] {
  const bands: CaratRange[] = [];
  if (heaviest === 0) return bands;
  let band = Math.ceil(bandsPerDoubling * Math.log2(lightest)) + 1;
  while (edge(band) > lightest) band--;
  for (; edge(band) <= heaviest; band++) bands.push({ from: edge(band), below: edge(band + 1) });
  return bands;
}
