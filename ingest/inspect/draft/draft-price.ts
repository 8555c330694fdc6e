import type { Evidence, Matched } from './column-evidence.ts';
import { draftCurrency } from './draft-currency.ts';
import { type Answer, collectFindings, type Findings, shortSource } from './findings.ts';
import { guessMoney, type MoneyGuess } from './guess-money.ts';
import { basisInName, currencyInName, isMoney, nameTokens, priceNames, priceRank } from './price-columns.ts';

/** Maximum number of words that a question about them lists. */
const maxWords = 20;

/** Drafts the rules for prices and estimates; undefined if no column has one. */
export function draftPrice(
  all: readonly Evidence[],
  matched: Matched,
  findings: Findings,
): Record<string, unknown> | undefined {
  const { fields, usd, otherPrices } = matched;
  const { amount, estimate, estimate_low, estimate_high } = fields;
  const isPair = estimate_low !== undefined || estimate_high !== undefined;
  const estimates = Object.entries({
    estimate: isPair ? undefined : estimate,
    estimate_low,
    estimate_high,
  }).flatMap(([field, one]) => (one ? [{ field, one }] : []));
  if (!amount) askForPrice(all, matched, findings);
  if (!amount && estimates.length === 0) return undefined;
  for (const { column } of otherPrices) {
    findings.suppose(`"${amount?.column.column}" is the price, not "${column.column}"`, { column });
  }
  const rules = draftCurrency(
    all,
    matched,
    estimates.map(({ one }) => one),
    findings,
  );
  const codes = Object.values(rules.signs ?? {});
  const isAsked = findings.questions.some(({ about }) => about === 'currency');
  const only =
    typeof rules.currency === 'object'
      ? rules.currency.value
      : codes.length === 1 && !rules.currency && !isAsked
        ? codes[0]
        : undefined;
  let isConverted = only !== 'USD';
  const sources = estimates.map(({ field, one }) => {
    const own = currencyInName(one.column.column)?.codes;
    const guess = guessMoney(one.column, 'estimate');
    const isNamed = own !== undefined && (only === undefined ? own.length === 1 : !own.includes(only));
    const isOther = isNamed && guess.unmarked.length > 0;
    if (isOther) findings.suppose(`"${one.column.column}" is in ${own[0]}, unlike the prices`, one);
    isConverted ||= isOther;
    const currency = isOther && { currency: own[0] };
    return [field, shortSource({ ...sourceOf(one, guess, all, findings), ...currency })];
  });
  return {
    ...(amount && amountRules(amount, estimates.length > 0, all, findings)),
    ...rules,
    ...(usd && { usd: shortSource(sourceOf(usd, guessMoney(usd.column), all, findings)) }),
    ...Object.fromEntries(sources),
    ...(isConverted && { rates: 'monthly-averages' }),
  };
}

/** Asks which column has the price: of names that do not tell, an unreadable one, amounts of other names, or a list. */
function askForPrice(all: readonly Evidence[], matched: Matched, findings: Findings): void {
  const used = Object.values(matched.fields);
  const open = all.filter((one) => !used.includes(one) && mayBePrice(one));
  const likeliest = open.find(isMoney) ?? open[0];
  const candidates = matched.rivals.length > 0 ? matched.rivals : likeliest ? [likeliest] : [];
  if (candidates.length === 0) return;
  const answers = candidates.filter(isMoney).flatMap((one) => answersFor(one, all, matched));
  const names = candidates.map(({ column }) => `"${column.column}"`);
  const ask =
    names.length > 1
      ? `Which column is the price: ${names.join(' or ')}?`
      : answers.length > 0
        ? `Is ${names[0]} the price?`
        : `The values of ${names[0]} cannot be read as prices. Leave them out?`;
  findings.ask('price', ask, [...answers, leftOut], candidates[0]);
}

/** The answers that a column has the price: one, or one for each currency that it may be in. */
function answersFor(amount: Evidence, all: readonly Evidence[], matched: Matched): Answer[] {
  const read = { ...matched, fields: { ...matched.fields, amount }, rivals: [] };
  const inner = collectFindings();
  const price = draftPrice(all, read, inner);
  const basis = draftBasis(read, inner);
  const isOne = matched.rivals.length === 0;
  const isClear = inner.questions.every(({ about }, i) => i === 0 && about === 'currency');
  if (!price?.amount || (isOne && !isClear)) return [];
  const name = isOne ? [] : [`"${amount.column.column}"`];
  const fields = basis === undefined ? {} : { fields: { price_basis: basis } };
  // Of several columns, values that cannot be read are rejected.
  const currency = inner.questions.find(({ about }) => about === 'currency');
  const answers = currency?.answers ?? [{ means: isOne ? 'yes' : '', set: {} }];
  return answers.map(({ means, set }) => ({
    means: [...name, means].filter((text) => text !== '').join(', in '),
    set: { price: { ...price, ...(set.price as object) }, ...fields },
  }));
}

const leftOut: Answer = { means: 'leave the prices out', set: {} };

function mayBePrice(one: Evidence): boolean {
  const { column, dates, json, name, urls } = one;
  const share = (pattern: RegExp) =>
    column.sample.filter((text) => pattern.test(text)).length / Math.max(column.sample.length, 1);
  if (json >= 0.5) return share(/"\w*(price|hammer|amount)\w*"\s*:/i) >= 0.5;
  if (priceNames.notAmount.test(name) || urls > 0 || dates.share >= 0.5 || dates.serial) return false;
  if (priceNames.amount.test(name)) return share(/\d/) >= 0.5;
  const { signs, ambiguous } = guessMoney(column);
  return isMoney(one) && (signs.size + ambiguous.size > 0 || currencyInName(column.column) !== undefined);
}

/** Drafts the basis of the price, which the name of its column may tell, or that of another column beside it. */
export function draftBasis({ fields: { amount }, otherPrices }: Matched, findings: Findings): unknown {
  if (!amount || guessMoney(amount.column).saysBasis) return undefined;
  const basis = basisInName(amount);
  if (basis !== undefined) return { value: basis };
  const hammer = otherPrices.find((one) => basisInName(one) === 'hammer');
  if (!hammer || priceRank(amount) < 4 || /\bbid\b/.test(amount.name)) return undefined;
  findings.suppose(
    `"${amount.column.column}" includes the premium, unlike "${hammer.column.column}"`,
    amount,
  );
  return { value: 'premium' };
}

/** The source of the price. Ranges, and words that are neither amounts nor statuses, are asked about. */
function amountRules(
  amount: Evidence,
  hasEstimates: boolean,
  all: readonly Evidence[],
  findings: Findings,
): { amount?: unknown } {
  const { column } = amount;
  const name = column.column;
  const guess = guessMoney(column);
  const source = sourceOf(amount, guess, all, findings);
  const set = (rules: object) => ({ price: { amount: rules } });
  const ask = (ask: string, values: string[], answers: Answer[]) =>
    findings.ask('price', ask, answers, { column, values });
  if (guess.ranges.length > guess.amounts.length) {
    ask(`"${name}" has ranges. What are they?`, guess.ranges, [
      ...(hasEstimates ? [] : [{ means: 'estimates', set: { price: { estimate: source } } }]),
      { means: 'prices, of which the lower end counts', set: set({ ...source, range: 'low' }) },
      { means: 'prices, of which the upper end counts', set: set({ ...source, range: 'high' }) },
    ]);
    return {};
  }
  const { otherFormat, unknown } = guess;
  const places = decimalPlaces(amount, all);
  if (places > 0) {
    const numbers = { ...guess.format, scale: 10 ** -places };
    ask(`Do the amounts of "${name}" lack the sign before their last ${places} digits?`, guess.amounts, [
      { means: `yes: divide by ${10 ** places}`, set: set({ ...source, numbers }) },
      { means: 'no', set: {} },
    ]);
  }
  const words = guess.words.slice(0, maxWords);
  if (otherFormat) {
    ask(`How are the numbers of "${name}" written?`, guess.unread, [
      ...[guess.format, otherFormat].map((format) => ({
        means: `"${format.decimal ?? '.'}" separates decimals`,
        set: set({ ...source, numbers: format }),
      })),
    ]);
  }
  if (words.length > 0) {
    ask(`What do words such as these mean in "${name}"?`, words, [
      { means: 'no price', set: set({ null_words: [...guess.nulls, ...guess.words].slice(0, 500) }) },
      {
        means: 'not sold',
        set: set({ map: Object.fromEntries(guess.words.map((word) => [word, 'unsold'])) }),
      },
      { means: 'not known: these rows are rejected', set: {} },
    ]);
  }
  if (unknown.size > 0) {
    const units = [...unknown.keys()].slice(0, maxWords);
    const listed = units.map((word) => `"${word}"`).join(', ');
    ask(`What does ${listed} mean beside the amounts of "${name}"?`, [...unknown.values()].flat(), [
      { means: 'nothing: the amount is the price', set: set({ numbers: { ...guess.format, units } }) },
      { means: 'the amount is not the price: these rows are rejected', set: {} },
    ]);
  }
  const known = new Set([...unknown.values()].flat());
  const values = guess.unread.filter((text) => !known.has(text));
  if (values.length > 0)
    findings.suppose(`rows with these values of "${name}" are rejected, since they are not amounts`, {
      column,
      values,
    });
  // An answer adds to an object; it would replace a name.
  const isAsked = places > 0 || otherFormat !== undefined || words.length > 0 || unknown.size > 0;
  return { amount: isAsked ? source : shortSource(source) };
}

/** How numbers are counted, by words that mean nothing beside an amount. */
const scales: [RegExp, number][] = [
  [/\bx?1 ?000 ?000\b/, 1_000_000],
  [/\b(x?1? ?000s?|milliers|migliaia|miles)\b/, 1_000],
  [/\b(cents?|centimes|pence|pennies|rappen|centesimi|minor|subunits?)\b/, 0.01],
];

/** How numbers are counted, by the name of their column: "Price (USD millions)", "Preis in TEUR", "Prix (k€)". */
function scaleIn({ column, name }: Evidence): number | undefined {
  const tokens = nameTokens(column.column);
  for (const [at, token] of tokens.entries()) {
    const isBesideCurrency = [tokens[at - 1], tokens[at + 1]].some((one) => one?.kind === 'currency');
    if (token.kind === 'magnitude' && (token.text.length > 1 || isBesideCurrency)) return 10 ** token.zeros;
  }
  return scales.find(([word]) => word.test(name))?.[1];
}

/** The decimals that whole numbers may lack, by the name of their column or by another, such as `price.scale`. */
function decimalPlaces({ column, name }: Evidence, all: readonly Evidence[]): number {
  const named = all.filter((one) => /\b(scale|exponent|precision|decimals|fraction digits)$/.test(one.name));
  const scale = named.find((one) => one.column.sample.every((text) => /^[1-6]$/.test(text)));
  const places = scale?.column.sample[0] ?? (/\bunit amount\b/.test(name) ? 2 : 0);
  return column.sample.every((text) => /^\d+$/.test(text)) ? Number(places) : 0;
}

/** Whether a column has magnitudes that stand beside the amounts: "million". */
function hasMagnitudes({ name, column: { sample } }: Evidence): boolean {
  // "M" may be a size.
  const isUnit = /^(price )?(units?|scale|magnitude|multiplier|einheit|unite|unita|unidad)$/.test(name);
  if (sample.length === 0 || sample.length > 10 || (!isUnit && sample.some((text) => text.length < 3)))
    return false;
  return sample.flatMap(nameTokens).every(({ kind }) => kind === 'magnitude');
}

function sourceOf(one: Evidence, guess: MoneyGuess, all: readonly Evidence[], findings: Findings) {
  const { column } = one;
  const { format, nulls } = guess;
  const scale = scaleIn(one);
  if (scale) findings.suppose(`"${column.column}" counts units of ${scale}, as its name says`, { column });
  if (guess.isThousandsSupposed) {
    const sign = format.thousands === '.' ? 'dot' : 'comma';
    findings.suppose(`a ${sign} separates thousands in "${column.column}"`, { column });
  }
  if (nulls.length > 0) {
    findings.suppose(`these mean "no price" in "${column.column}"`, { column, values: nulls });
  }
  const numbers = { ...format, ...(scale && { scale }) };
  const unit = all.find(hasMagnitudes)?.column;
  if (unit) findings.suppose(`"${unit.column}" counts "${column.column}"`, { column: unit });
  // Without an amount beside it, a magnitude is no price.
  const map = unit && Object.fromEntries(unit.sample.map((text) => [text, null]));
  return {
    ...(unit ? { columns: [column.column, unit.column], join: ' ', map } : { column: column.column }),
    ...(nulls.length > 0 && { null_words: nulls }),
    ...(Object.keys(numbers).length > 0 && { numbers }),
  };
}
