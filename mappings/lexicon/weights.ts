/** A weight as a text writes it: one number or several before a unit, or a unit before a number. */
export interface WrittenWeight {
  carats: number[];
  unit: string;
  /** Place in the text: first character, and the one behind the last. */
  start: number;
  end: number;
}

/** The pattern of a number of carats, see `caratsOf`. */
export const caratNumber = "(?:\\d{1,3}(?:[,'’]\\d{3})+(?:\\.\\d+)?|\\d{1,5}(?:[.,]\\d{1,3})?|[.,]\\d{1,3})";
/** The pattern of the words for carats. */
export const caratUnit =
  '(?:c?t\\.?\\s?tw|ctw|tcw|carats?|carat[oi]|karats?|kar[aä]tige[rmns]?|quilates?|cts?|crts?)';
// A comma that joins has a space behind it: "1,5" is one number. Few at most, so that no text takes long to search.
const and = '\\s*(?:,\\s|[;/+&]|\\s(?:and|et|e|und)\\s)\\s*';
// "um 1960, 18 ct": a year is no weight. "Ruby ring 3, 1.20 ct": the first number is that of something else.
const otherNumber = '(?!(?:1[5-9]|20)\\d\\d,\\s|\\d{1,3},\\s+\\d*[.,]\\d)';

const forms = [
  `(?<![\\p{L}\\d.,])${otherNumber}(?<numbers>${caratNumber}(?:(?:\\s*${caratUnit}\\.?)?${and}${caratNumber}){0,6})[\\s\\-‐–]*(?<unit>${caratUnit})(?![\\p{L}\\d])`,
  `(?<![\\p{L}\\d])(?<unit>cts?|carats?|carat[oi]|karat|crts?)[.:\\s]{1,3}(?<numbers>${caratNumber}(?:${and}\\d{1,3}[.,]\\d{2}){0,6})(?![\\d%]|[.,]\\d|\\s*(?:mm|cm|k|kt)(?!\\p{L}))`,
  // "kt 2,88" is a weight, "kt 18" a fineness.
  '(?<![\\p{L}\\d.,])(?<unit>kt)[.:\\s]{1,3}(?<numbers>\\d{1,3}[.,]\\d{2})(?![\\d%]|[.,]\\d)',
  '(?<![\\p{L}\\d.,])(?<numbers>\\d{1,3}[.,]\\d{2})\\s?(?<unit>kt)(?![\\p{L}\\d])',
].map((source) => new RegExp(source, 'giu'));
const everyNumber = new RegExp(caratNumber, 'g');

/** All weights of a text, in its order. */
export function writtenWeights(text: string): WrittenWeight[] {
  const found: WrittenWeight[] = [];
  if (!/c[trw]|arat|kar[aä]t|[kt][tw]|quilate/i.test(text)) return found;
  for (const form of forms) {
    for (const { 0: written, index: start, groups } of text.replace(/(?<=\d)x(?=\d)/gi, '×').matchAll(form)) {
      const end = start + written.length;
      const carats = groups!.numbers!.match(everyNumber)!.map(caratsOf);
      const isRead = found.some((other) => start < other.end && end > other.start);
      if (!isRead && carats.every((weight) => weight > 0))
        found.push({ carats, unit: groups!.unit!, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** "10,05" is ten and a bit; "1,109" a thousand and more, but "0,125" an eighth. */
export function caratsOf(text: string): number {
  if (/^[1-9]\d{0,2}([,'’]\d{3})+(\.\d+)?$/.test(text)) return Number(text.replace(/[,'’]/g, ''));
  return Number(text.replace(',', '.'));
}
