/** Letters that Unicode does not decompose, with the spelling that people type instead. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
};

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
const ASCII = /^[\x20-\x7e]*$/;
const LETTERS = new RegExp(`[${Object.keys(UNDECOMPOSED).join('')}]`, 'g');
// Marks over and under letters. Not the Japanese voicing marks or Indic vowels, which make other letters.
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+/g;
// Straight, curly, modifier and prime apostrophes, the backtick and the acute accent used as one.
const APOSTROPHES = /['`´‘’‚‛′ʹʻʼʽ＇]/g;

/**
 * The comparison form of a name: two spellings of one name have the same fold. Compatibility forms are taken
 * apart, accents and apostrophes dropped, ligatures spelled out, letters lower-cased; every run of other
 * punctuation, hyphens and slashes included, is one space; the ends are trimmed. Chinese, Japanese, Korean,
 * Cyrillic and other letters stay. Idempotent. `''` when nothing but punctuation is left.
 *
 * The index compares values that the vocabulary does not know by its own normalizer (lowercase, asciifolding),
 * which is narrower: it keeps punctuation.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text;
  if (ASCII.test(text)) return spaced(text.toLowerCase().replace(/['`]/g, ''), /[^a-z0-9]+/g);
  const letters = text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(APOSTROPHES, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(LETTERS, (letter) => UNDECOMPOSED[letter] ?? letter);
  // Composed again, so that Korean syllables come out as they are written.
  return spaced(letters.normalize('NFC'), /[^\p{L}\p{N}\p{M}]+/gu);
}

function spaced(text: string, gaps: RegExp): string {
  return text.replace(gaps, ' ').trim();
}
