/**
 * The row of each place: the lowest row without a place nearby.
 * @param nearest the minimum distance of two places in a row
 */
export function stackRows(places: readonly number[], nearest: number): number[] {
  const rows: number[][] = [];
  return places.map((place) => {
    const free = rows.findIndex((row) => row.every((other) => Math.abs(other - place) >= nearest));
    const row = free === -1 ? rows.length : free;
    rows[row] = [...(rows[row] ?? []), place];
    return row;
  });
}
