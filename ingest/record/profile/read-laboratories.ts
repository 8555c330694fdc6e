import { laboratories } from '../../../mappings/vocabulary/laboratories.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';

/** The laboratories and report numbers in a column. */
interface LaboratoryReading {
  /** Names for the record: canonical where the vocabulary knows one, else the text as it stands. */
  labs: string[];
  reportNumbers: string[];
}

/** Every known name, the longest first, so that "EGL USA" is not read as "EGL". */
const names = [...laboratories.spellings]
  .map(([folded, name]) => ({ name, folded }))
  .sort((a, b) => b.folded.length - a.folded.length);

/**
 * Finds the laboratories in a text, in its order, and the numbers of their reports: "SSEF report no. 78414; Gübelin
 * 15070034" has two of each. A number needs at least five digits and a known laboratory beside it.
 */
export function laboratoriesIn(text: string): LaboratoryReading {
  const parts = text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map(laboratoriesOfPart);
  return {
    labs: [...new Set(parts.flatMap(({ labs }) => labs))],
    reportNumbers: [...new Set(parts.flatMap(({ reportNumbers }) => reportNumbers))],
  };
}

/** The folded words of a text between spaces, with the name that a number begins with apart: "GRS2020-123456". */
export const laboratoryWords = (text: string) => ` ${fold(text.replace(/\b([A-Z]{3,6})(?=\d{4})/g, '$1 '))} `;

function laboratoriesOfPart(text: string): LaboratoryReading {
  let rest = laboratoryWords(text);
  const found: { name: string; at: number }[] = [];
  for (const { name, folded } of names) {
    const at = rest.indexOf(` ${folded} `);
    if (at === -1) continue;
    found.push({ name, at });
    rest = rest.replaceAll(` ${folded} `, ` ${'_'.repeat(folded.length)} `);
  }
  if (found.length === 0) return { labs: [text.trim()], reportNumbers: [] };
  const labs = found.sort((a, b) => a.at - b.at).map(({ name }) => name);
  return { labs, reportNumbers: reportNumbersIn(text) };
}

function reportNumbersIn(text: string): string[] {
  const candidates = text.match(/\b[A-Z]{0,6}-?\d[\d-]{4,24}\b/g) ?? [];
  const isDate = (number: string) => /^\d{4}-\d{2}-\d{2}$/.test(number);
  return candidates.filter((n) => n.replace(/\D/g, '').length >= 5 && !isDate(n));
}
