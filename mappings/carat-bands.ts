/**
 * Every size class of stones, from `from` carats (inclusive) up to `below` carats (exclusive), smallest first; together they
 * cover every weight above 0 exactly once.
 */
export const caratBands = [
  { name: '0-1', from: 0, below: 1 },
  { name: '1-2', from: 1, below: 2 },
  { name: '2-3', from: 2, below: 3 },
  { name: '3-5', from: 3, below: 5 },
  { name: '5-10', from: 5, below: 10 },
  { name: '10-20', from: 10, below: 20 },
  { name: '20-', from: 20, below: Number.POSITIVE_INFINITY },
] as const;
