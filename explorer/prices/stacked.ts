/** Dots closer than this share of the width are stacked. */
const nearest = 0.025;

/** The row of each place: the lowest in which no other place is near. */
export function stacked(places: readonly number[]): number[] {
  const rows: number[][] = [];
  return places.map((place) => {
    const free = rows.findIndex((row) => row.every((other) => Math.abs(other - place) >= nearest));
    const row = free === -1 ? rows.length : free;
    rows[row] = [...(rows[row] ?? []), place];
    return row;
  });
}
