/** What a phrase can ask for. */
export const asked = ['lots', 'value', 'records', 'houses', 'prices'] as const;

export type Asked = (typeof asked)[number];

/** Characters of a text: the first, and the one after the last. */
export type Place = Readonly<{ start: number; end: number }>;

/** Words of a text that can be a question. */
export interface Question {
  asksFor: Asked;
  places: Place[];
  /** A noun may be a word of a title: on these sides of it no word may stand that is not understood. */
  sides: readonly ('left' | 'right')[];
  /** Whether it compares gems: several are named. */
  isComparison: boolean;
}

const perCarat = '(?: per (?:carat|ct))?';
const worth = '(?:(?:is |are |be )?(?:worth|cost|fetch|bring|sell for|go for))';
const asking = "(?:what|how much)(?: (?:is|are|was|would|will|does|do|could|should)|['’]s)?";
const did = '(?:how (?:much )?)?(?:are|were|have|has|did|do)';
const moved = '(?:ris(?:e|en|ing)|fall(?:en|ing)?|change[ds]?|go(?:ne)? (?:up|down)|increased?|dropped|drop)';
const house = '(?:(?:which|what|best|top|biggest|largest|leading) )+(?:auction )?(?:houses?|auctioneers?)';
const price = '(?:price|value|worth|valuation|appraisal|wert|preis|prix|valeur|prezzo|valore|precio|valor)';
const ofOne = "(?: (?:of|for|de|di|von|f[uü]r))? (?:an?|my|our|this|m?eine?[rs]?|un[aeo]?|d['’]une?)";

/** The forms of questions, in the order in which they are tried; `…` is what is asked about. */
const forms = (
  [
    ['lots', `(?:what|how much) did … ${worth}`],
    ['houses', 'who (?:sells?|sold|auctions|auctioned|offers|offered)(?: the)?(?: most| best)?'],
    ['houses', 'where (?:are(?: the)?(?: most)? … sold|(?:to|can i|should i|do i) sell)'],
    ['houses', `(?:${house}|auction houses)(?: (?:sells?|sold|offers?|is|are))*(?: the)?(?: most| best)?`],
    ['houses', 'sell(?:-| )through(?: rates?)?'],
    ['records', `(?:highest|top|(?:world |auction )?record)(?: …)? prices?${perCarat}`],
    ['records', 'most (?:expensive|valuable)|dearest|costliest|(?:world|auction|price) records?'],
    ['prices', 'price (?:index|indices|trends?|history|development|evolution|charts?|changes?)'],
    ['prices', `${did} … prices?(?: ${moved})?`],
    ['prices', `${did} (?:the )?prices? (?:of|for) … ${moved}`],
    ['prices', '(?:vs\\.?|versus|compared (?:to|with))(?: … prices?)?', 'comparison'],
    ['prices', 'compare', 'comparison'],
    ['value', `${asking} (?:it|they|…) ${worth}`],
    ['value', 'how much (?:is|are|would|does|do|for)|(?:was|wie ?viel) (?:(?:ist|sind) … wert|koste[tn])'],
    ['value', 'combien (?:valent|vaut|co[uû]te(?:nt)?)|quanto (?:vale|costa)|cu[aá]nto (?:vale|cuesta)n?'],
    ['records', 'records?', 'noun'],
    ['prices', `prices${perCarat}|price per (?:carat|ct)|preise`, 'noun'],
    ['value', `(?:(?:fair|current|market|auction) )*${price}${perCarat}(?<one>${ofOne})?`, 'noun'],
  ] as [Asked, string, ('noun' | 'comparison')?][]
).map(([asksFor, source, kind]) => {
  // A line break is what was read before.
  const words = source.replace('…', '(?<subject>[^]+?)').replaceAll(' ', '[^\\S\\n]+');
  return { asksFor, kind, pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})(?![\\p{L}\\p{N}-])`, 'diu') };
});

/** Words that belong to a question, wherever it stands. */
const besides =
  /^\s*(?:what|which|quel(?:le)?|was|cu[aá]l|qual)(?:\s+(?:is|are|was|were|est|ist|es)|['’]s)(?:\s+the)?(?!\p{L})|(?<!\p{L})(?:ever(?:\s+(?:sold|paid|made))?|at\s+auctions?|over\s+time|today|right\s+now)(?!\p{L})/giu;

/**
 * The questions that a text may be, the most certain first. Whether one is depends on what else the text names: see
 * `readPhrase`.
 */
export function* questionsIn(text: string): Generator<Question> {
  for (const { asksFor, kind, pattern } of forms) {
    const found = pattern.exec(text);
    if (!found) continue;
    const { subject, one } = found.indices!.groups ?? {};
    const [start, end] = found.indices![0]!;
    const places = [
      { start, end: subject?.[0] ?? end },
      { start: subject?.[1] ?? end, end },
    ];
    const others = [...text.matchAll(besides)].map(({ 0: words, index }) => {
      return { start: index, end: index + words.length };
    });
    const sides = kind === undefined ? [] : one ? (['left'] as const) : (['left', 'right'] as const);
    yield { asksFor, places: [...places, ...others], sides, isComparison: kind === 'comparison' };
  }
}
