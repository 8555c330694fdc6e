import { findNames, mostWordsFrom, tokensOf } from '../../../mappings/lexicon/tokens.ts';
import { laboratories } from '../../../mappings/vocabulary/laboratories.ts';

/** The laboratories and report numbers in a column. */
interface LaboratoryReading {
  /** Names for the record: canonical where the vocabulary knows one, else the text as it stands. */
  labs: string[];
  reportNumbers: string[];
}

const mostWords = mostWordsFrom(laboratories.spellings.keys());

/**
 * Finds the laboratories in a text, in its order, and the numbers of their reports: "SSEF report no. 78414; Gübelin
 * 15070034" has two of each. A number needs at least five digits and a known laboratory beside it.
 */
export function laboratoriesIn(text: string): LaboratoryReading {
  const [labs, reportNumbers] = [new Set<string>(), new Set<string>()];
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    // The name that a number begins with stands apart: "GRS2020-123456".
    const tokens = tokensOf(part.replace(/\b([A-Z]{3,6})(?=\d{4})/g, '$1 '));
    const found = findNames(
      tokens,
      (words) => laboratories.spellings.get(words),
      mostWords,
      () => true,
    );
    for (const { name } of found) labs.add(name);
    if (found.length === 0) labs.add(part.trim());
    else for (const number of reportNumbersIn(part)) reportNumbers.add(number);
  }
  return { labs: [...labs], reportNumbers: [...reportNumbers] };
}

function reportNumbersIn(text: string): string[] {
  const candidates = text.match(/\b[A-Z]{0,6}-?\d[\d-]{4,24}\b/g) ?? [];
  const isDate = (number: string) => /^\d{4}-\d{2}-\d{2}$/.test(number);
  return candidates.filter((n) => n.replace(/\D/g, '').length >= 5 && !isDate(n));
}
