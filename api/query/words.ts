import type { Field } from '../../mappings/records-index.ts';
import type { Clause } from './clauses.ts';

/**
 * All words of a text, in any order and folded as the field is; what stands in double quotes is a phrase. An
 * unpaired quote is taken for an ordinary character. A text without any word matches nothing.
 */
export function words(field: Field, text: string): Clause[] {
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1]!.trim()).filter(hasWord);
  const loose = text.replaceAll(/"[^"]*"/g, ' ').trim();
  const clauses: Clause[] = phrases.map((phrase) => ({ match_phrase: { [field]: { query: phrase } } }));
  if (hasWord(loose)) clauses.push({ match: { [field]: { query: loose, operator: 'and' } } });
  return clauses.length > 0 ? clauses : [{ match_none: {} }];
}

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);
