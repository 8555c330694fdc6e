/** An amount of one kind, with its bounds as people write them. */
export interface Bounds {
  start: number;
  end: number;
  /** `plain` has neither a word nor a sign of comparison. */
  form: 'range' | 'min' | 'max' | 'about' | 'plain';
  low: string;
  /** The same as `low`, except in a range. */
  high: string;
}

const over = '(?:over|above|more than|at least|minimum|min\\.?|from|larger than|heavier than|>=?|≥)';
const under = '(?:under|below|less than|up to|at most|maximum|max\\.?|smaller than|lighter than|<=?|≤)';
const about = '(?:about|around|approximately|approx\\.?|roughly|circa|ca\\.?|~|≈)';
const orMore = '(?:\\+|plus|(?:and|or) (?:up|over|above|more|larger|higher))';
const orLess = '(?:(?:and|or) (?:under|below|less|smaller|lower))';

/** Not inside a word or a number, nor after the sign of a currency that is not converted. */
const begin = '(?<![\\p{L}\\p{N}.,]|[€£¥]\\s*)';
const end = '(?![\\p{L}\\p{N}])';

/**
 * Prepares the search for the first amount of a kind in a text. Its syntax is regular expressions without capturing groups.
 * @param syntax.amount an amount with its unit
 * @param syntax.first the first amount of a range, which may lack the unit: `2-3 ct`
 * @param accept whether a match is an amount, where the syntax is not enough
 */
export function createBoundsReader(
  { amount, first }: Record<'amount' | 'first', string>,
  accept: (bounds: Bounds) => boolean = () => true,
): (text: string) => Bounds | undefined {
  const a = `(${amount})`;
  const forms: [Bounds['form'], RegExp][] = (
    [
      ['range', `(?:(?:between|from)\\s+)?(${first})\\s*(?:-|–|—|to|and)\\s*${a}`],
      ['min', `${over}\\s*${a}`],
      ['min', `${a}\\s*${orMore}`],
      ['max', `${under}\\s*${a}`],
      ['max', `${a}\\s*${orLess}`],
      ['about', `${about}\\s*${a}`],
      ['plain', a],
    ] as const
  ).map(([form, source]) => [form, new RegExp(`${begin}${source}${end}`, 'giu')]);

  return (text) => {
    for (const [form, pattern] of forms) {
      for (const match of text.matchAll(pattern)) {
        const low = match[1]!;
        const bounds = { form, low, high: match[2] ?? low, start: match.index };
        const found = { ...bounds, end: match.index + match[0].length };
        if (accept(found)) return found;
      }
    }
    return undefined;
  };
}
