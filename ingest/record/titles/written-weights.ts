/** A weight as a title writes it: one number or several before a unit, or a unit before a number. */
export interface WrittenWeight {
  carats: number[];
  unit: string;
  /** Place in the title: first character, and the one behind the last. */
  start: number;
  end: number;
}

const numberPattern = "(?:\\d{1,3}(?:[,'’]\\d{3})+(?:\\.\\d+)?|\\d{1,5}(?:[.,]\\d{1,3})?|[.,]\\d{1,3})";
// A comma that joins has a space behind it: "1,5" is one number. Few at most, so that no text takes long to search.
const and = '\\s*(?:,\\s|[;/+&]|\\s(?:and|et|e|und)\\s)\\s*';
const unit = '(?:c?t\\.?\\s?tw|ctw|tcw|carats?|carat[oi]|karats?|karätige[rmns]?|karatige[rmns]?|cts?|crts?)';
// "um 1960, 18 ct": a year is no weight.
const numbersThenUnit = new RegExp(
  `(?<![\\p{L}\\d.,])(?!(?:1[5-9]|20)\\d\\d,\\s)(${numberPattern}(?:(?:\\s*${unit}\\.?)?${and}${numberPattern}){0,6})[\\s\\-‐–]*(${unit})(?![\\p{L}\\d])`,
  'giu',
);
const unitThenNumber = new RegExp(
  `(?<![\\p{L}\\d])(cts?|carats?|carat[oi]|karat|crts?)[.:\\s]{1,3}(${numberPattern}(?:${and}\\d{1,3}[.,]\\d{2}){0,6})(?![\\d%]|[.,]\\d|\\s*(?:mm|cm|k|kt)(?!\\p{L}))`,
  'giu',
);

// "kt 2,88" is a weight, "kt 18" a fineness.
const decimalsWithKt =
  /(?<![\p{L}\d.,])(?:kt[.:\s]{1,3}(\d{1,3}[.,]\d{2})(?![\d%]|[.,]\d)|(\d{1,3}[.,]\d{2})\s?kt(?![\p{L}\d]))/giu;

/** All weights of a title. */
export function writtenWeights(title: string): WrittenWeight[] {
  const text = title.replace(/(?<=\d)x(?=\d)/gi, '×');
  if (!/c(?:ts?|rts?)|arat|ctw|tcw|kar[aä]t|kt/i.test(title)) return [];
  const found = [...text.matchAll(numbersThenUnit)].map((match) => {
    // "Ruby ring 3, 1.20 ct": the first number is that of something else.
    const numbers = match[1]!.replace(/^\d{1,3},\s+(?=\d*[.,]\d)/, '');
    return {
      carats: numbers.match(new RegExp(numberPattern, 'g'))!.map(caratsOf),
      unit: match[2]!.replace(/[.\s]/g, ''),
      start: match.index + match[1]!.length - numbers.length,
      end: match.index + match[0].length,
    };
  });
  const withKt = [...text.matchAll(decimalsWithKt)].map((match) => ({
    carats: [caratsOf((match[1] ?? match[2])!)],
    unit: 'kt',
    start: match.index,
    end: match.index + match[0].length,
  }));
  const behind = [...text.matchAll(unitThenNumber)]
    .map((match) => ({
      carats: match[2]!.match(new RegExp(numberPattern, 'g'))!.map(caratsOf),
      unit: match[1]!,
      start: match.index,
      end: match.index + match[0].length,
    }))
    .filter(({ start, end }) => !found.some((other) => start < other.end && end > other.start));
  return [...found, ...behind, ...withKt]
    .filter(({ carats }) => carats.every((weight) => weight > 0))
    .sort((a, b) => a.start - b.start);
}

/** "10,05" is ten and a bit; "1,109" a thousand and more, but "0,125" an eighth. */
export function caratsOf(text: string): number {
  if (/^[1-9]\d{0,2}([,'’]\d{3})+(\.\d+)?$/.test(text)) return Number(text.replace(/[,'’]/g, ''));
  return Number(text.replace(',', '.').replace(/^\./, '0.'));
}
