/**
 * The row of each place: the lowest in which no other place is near.
 * @param nearest the distance from which places stand beside each other
 */
export function stacked(places: readonly number[], nearest: number): number[] {
  const rows: number[][] = [];
  return places.map((place) => {
    const free = rows.findIndex((row) => row.every((other) => Math.abs(other - place) >= nearest));
    const row = free === -1 ? rows.length : free;
    rows[row] = [...(rows[row] ?? []), place];
    return row;
  });
}
