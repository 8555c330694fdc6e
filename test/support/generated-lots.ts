/** A file of lots that is hard to count, and the expected counts. */
export interface GeneratedLots {
  csv: string;
  read: number;
  /** Physical lines of the records that must be rejected. */
  badLines: number[];
  /** Ids with at least one valid line. */
  ids: Set<number>;
}

/**
 * Deterministic lots: one in 500 is invalid, one in 97 repeats an id, a third have a title of two lines, and gem types and
 * origins are synonyms.
 */
export function generatedLots(records: number): GeneratedLots {
  const lines = ['id,title,gem_type,carat,origin,price_final_usd'];
  const badLines: number[] = [];
  const ids = new Set<number>();
  let line = 2;
  for (let i = 1; i <= records; i++) {
    const id = i % 97 === 0 ? i - 50 : i;
    const title = i % 3 === 0 ? `"Lot ${i}\nin ""two"" lines"` : `Lot ${i}`;
    const bad = i % 500 === 0;
    lines.push(`${id},${title},${i % 2 ? 'rubis' : 'Spinelle'},${bad ? 'heavy' : '2.5'},Mogok,${i}`);
    if (bad) badLines.push(line);
    else ids.add(id);
    line += i % 3 === 0 ? 2 : 1;
  }
  return { csv: `${lines.join('\n')}\n`, read: records, badLines, ids };
}
