import type { Evidence, Matched } from './column-evidence.ts';
import { draftCurrency } from './draft-currency.ts';
import { type Answer, collectFindings, type Findings, type Question, shortSource } from './findings.ts';
import { guessMoney, type MoneyGuess } from './guess-money.ts';
import { currencyInName, isMoney, nameTokens, priceNames } from './price-columns.ts';

/** Maximum number of words that a question about them lists. */
const maxWords = 20;

type Source = { column: string } & Record<string, unknown>;

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
  const sources = estimates.flatMap(({ field, one }) => {
    const own = currencyInName(one.column.column)?.codes;
    const guess = guessMoney(one.column, 'estimate');
    const isOther = only !== undefined && own?.includes(only) === false && guess.unmarked.length > 0;
    if (isOther) findings.suppose(`"${one.column.column}" is left out, since prices are in ${only}`, one);
    return isOther ? [] : [[field, shortSource(sourceOf(one, guess, findings))]];
  });
  return {
    ...(amount && amountRules(amount, estimates.length > 0, findings)),
    ...rules,
    ...(usd && { usd: shortSource(sourceOf(usd, guessMoney(usd.column), findings)) }),
    ...Object.fromEntries(sources),
    ...(only !== 'USD' && { rates: 'monthly-averages' }),
  };
}

/** Asks about a column that may have the price: unreadable ones of that name, amounts of money of other names, and lists. */
function askForPrice(all: readonly Evidence[], matched: Matched, findings: Findings): void {
  const used = Object.values(matched.fields);
  const open = all.filter((one) => !used.includes(one) && mayBePrice(one));
  const one = open.find(isMoney) ?? open[0];
  if (!one) return;
  const read = { ...matched, fields: { ...matched.fields, amount: one } };
  const inner = collectFindings();
  const price = isMoney(one) ? draftPrice(all, read, inner) : undefined;
  const plain: Pick<Question, 'about' | 'answers'> = {
    about: 'currency',
    answers: [{ means: 'yes', set: {} }],
  };
  const [question = plain, ...others] = inner.questions;
  const answers =
    price && others.length === 0 && question.about === 'currency'
      ? question.answers.map(({ means, set }) => ({
          means,
          set: { price: { ...price, ...(set.price as object) } },
        }))
      : [];
  const ask =
    answers.length > 0
      ? `Is "${one.column.column}" the price?`
      : `The values of "${one.column.column}" cannot be read as prices. Leave them out?`;
  findings.ask('price', ask, [...answers, leftOut], one);
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

/** Drafts the basis of the price, which the name of its column may tell: "Zuschlag", "Price incl. premium". */
export function draftBasis({ fields: { amount } }: Matched): unknown {
  if (!amount || guessMoney(amount.column).saysBasis) return undefined;
  const { column } = amount.column;
  const found = nameTokens(column).flatMap((token) => (token.kind === 'basis' ? token.basis : []));
  // "Zuschlag + Aufgeld" is neither the one nor the other.
  const isOne = new Set(found).size === 1 && !/[+&]|\b(plus|und|and)\b/i.test(column);
  return isOne ? { value: found[0] } : undefined;
}

/** The source of the price. Ranges, and words that are neither amounts nor statuses, are asked about. */
function amountRules(amount: Evidence, hasEstimates: boolean, findings: Findings): { amount?: unknown } {
  const { column } = amount;
  const name = column.column;
  const guess = guessMoney(column);
  const source = sourceOf(amount, guess, findings);
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
    ask(
      `What does ${listed} mean beside the amounts of "${name}"?`,
      [...unknown.values()],
      [
        { means: 'nothing: the amount is the price', set: set({ numbers: { ...guess.format, units } }) },
        { means: 'the amount is not the price: these rows are rejected', set: {} },
      ],
    );
  }
  const known = new Set(unknown.values());
  const values = guess.unread.filter((text) => !known.has(text));
  if (values.length > 0)
    findings.suppose(`rows with these values of "${name}" are rejected, since they are not amounts`, {
      column,
      values,
    });
  // An answer adds to an object; it would replace a name.
  const isAsked = otherFormat !== undefined || words.length > 0 || unknown.size > 0;
  return { amount: isAsked ? source : shortSource(source) };
}

/** How numbers are counted, by words that mean nothing beside an amount. */
const scales: [RegExp, number][] = [
  [/\b(000s?|milliers|migliaia|miles)\b/, 1_000],
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

function sourceOf(evidence: Evidence, guess: MoneyGuess, findings: Findings): Source {
  const { column } = evidence;
  const { format, nulls } = guess;
  const scale = scaleIn(evidence);
  if (scale) findings.suppose(`"${column.column}" counts units of ${scale}, as its name says`, { column });
  if (guess.isThousandsSupposed) {
    const sign = format.thousands === '.' ? 'dot' : 'comma';
    findings.suppose(`a ${sign} separates thousands in "${column.column}"`, { column });
  }
  if (nulls.length > 0) {
    findings.suppose(`these mean "no price" in "${column.column}"`, { column, values: nulls });
  }
  const numbers = { ...format, ...(scale && { scale }) };
  return {
    column: column.column,
    ...(nulls.length > 0 && { null_words: nulls }),
    ...(Object.keys(numbers).length > 0 && { numbers }),
  };
}
