/**
 * The ids of sample lots: the notable sales from the first on, generated lots from the millionth. No id derived from a key
 * is among them (`idOfKey`), so sample lots never meet an operator's, and one range finds all of them.
 */
export const sampleIds = { first: 9_000_000_000_000_001, last: 9_000_000_999_999_999 } as const;

export const isSampleId = (id: number): boolean => id >= sampleIds.first && id <= sampleIds.last;
