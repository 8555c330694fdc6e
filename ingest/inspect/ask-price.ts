import { currencyCodes, usualCurrencies } from '../record/prices/currencies.ts';
import { currenciesIn, moneyTokens } from '../record/prices/read-money.ts';
import { type Amounts, amountsIn } from './amount-formats.ts';
import type { Meaning } from './known-names.ts';
import { type Column, type Proposal, valuesOf } from './proposal.ts';
import type { Answer } from './question.ts';
import type { StatusReading } from './status-columns.ts';

/** A column of amounts, and how they are written. */
type Priced = Column & { amounts: Amounts };

/** What the file proves of its prices. */
interface PriceProposal {
  rules: Record<string, unknown>;
  fields: Record<string, unknown>;
}

/** Proposes the rules for prices and estimates, and asks what the file does not say of them. */
export function askPrice(proposal: Proposal, status: StatusReading): PriceProposal {
  const ways = waysOf(proposal);
  const estimates = estimatesOf(proposal);
  if (ways.length === 0)
    proposal.remarks.push('No column is known to be the price; see those that are not used.');
  const priced = ways.length > 0 ? ways.flat() : Object.values(estimates);
  if (priced.length === 0) return { rules: {}, fields: {} };
  const column = currencyColumn(proposal);
  const ownCurrency = (one: Priced) => (column || one.codes?.length !== 1 ? undefined : one.codes[0]);
  const rules = {
    ...Object.fromEntries(
      Object.entries(estimates).map(([field, one]) => [field, sourceOf(one, { currency: ownCurrency(one) })]),
    ),
    ...askCurrency(
      proposal,
      priced.filter((one) => !ownCurrency(one)),
      column,
    ),
    ...(ways.length === 0 && ownCurrency(priced[0]!) && { currency: { value: ownCurrency(priced[0]!) } }),
    rates: 'monthly-averages',
  };
  if (ways.length === 0) return { rules, fields: {} };
  const decided = askMeaning(proposal, ways, status, ownCurrency);
  return { rules: { ...decided.rules, ...rules }, fields: decided.fields };
}

/** The source of amounts as a profile writes it. */
function sourceOf(
  { column, amounts: { format, nulls } }: Priced,
  more: Record<string, unknown> = {},
): unknown {
  const source = {
    column,
    ...(nulls.length > 0 && { null_words: ['n/a', '-', ...nulls] }),
    ...(Object.keys(format).length > 0 && { numbers: format }),
    ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
  };
  return Object.keys(source).length > 1 ? source : column;
}

function pricedOf({ named }: Proposal, meanings: Meaning[], as?: 'estimate'): Priced[] {
  return named(...meanings).flatMap((one) => {
    const amounts = amountsIn(one.sample, as);
    return amounts ? [{ ...one, amounts }] : [];
  });
}

function estimatesOf(proposal: Proposal): Record<string, Priced> {
  const first = (field: Meaning) =>
    pricedOf(proposal, [field], 'estimate')
      .slice(0, 1)
      .map((one) => [field, one]);
  const ends = [...first('estimate_low'), ...first('estimate_high')];
  return Object.fromEntries(ends.length > 0 ? ends : first('estimate'));
}

/** Columns that count the amounts of others: "Unit: million", `price.scale`. */
const unitName = /\b(?:units?|scale|exponent|precision|decimals|multiplier|einheit|unit[eé]|unidad)$/i;

/** The columns that may be the price, those whose names say most alone; a price with premium and its hammer price are one. */
function waysOf(proposal: Proposal): Priced[][] {
  const { columns, remarks } = proposal;
  const unit = columns.find(
    ({ column, filled, distinct }) => filled > 0 && distinct < 10 && unitName.test(column),
  );
  if (unit) {
    remarks.push(`"${unit.column}" may say what the amounts count; if so, write price.amount.numbers.scale.`);
    return [];
  }
  const [hammer, premium] = [pricedOf(proposal, ['hammer']), pricedOf(proposal, ['premium'])];
  const pairs = premium.flatMap((one) =>
    hammer.filter(({ codes }) => String(codes) === String(one.codes)).map((beside) => [one, beside]),
  );
  if (pairs.length > 0) return pairs;
  const levels = [
    [...hammer, ...premium, ...pricedOf(proposal, ['sold_price'])],
    pricedOf(proposal, ['price', 'asking']),
    pricedOf(proposal, ['per_carat']),
    pricedOf(proposal, ['bid']),
  ];
  return (levels.find((level) => level.length > 0) ?? []).map((one) => [one]);
}

/** Bases of a price, as answers. */
const bases = {
  hammer: "the hammer price, without buyer's premium",
  premium: "with buyer's premium",
  unknown: 'not known whether with premium',
};

/**
 * Asks, in one question, what the names of the prices do not say: which column is the price, whether it is for the stone or
 * per carat, whether lots were sold or are offered. Only the basis alone may stay open.
 */
function askMeaning(
  proposal: Proposal,
  ways: Priced[][],
  status: StatusReading,
  ownCurrency: (one: Priced) => string | undefined,
): PriceProposal {
  const answers: Answer[] = [];
  let mustAsk = ways.length > 1;
  for (const [one, beside] of ways as [Priced, Priced?][]) {
    const { meaning, amounts, column } = one;
    const isOffer = meaning === 'asking';
    const isPerCarat = meaning === 'per_carat';
    const isStatusOpen = !status.isSaid && !amounts.saysStatus && !isOffer;
    const mayBePerCarat = (meaning === 'price' || isOffer) && (isStatusOpen || mayHaveWeight(proposal));
    const basis = meaning === 'hammer' || meaning === 'premium' ? meaning : undefined;
    const mayBeSold = !isOffer && !isPerCarat && status.sold?.words.length !== 0;
    mustAsk ||= isStatusOpen || mayBePerCarat || meaning === 'bid';
    const currency = ownCurrency(one);
    // A bid is a price only where the lot was sold.
    const where = meaning === 'bid' && status.sold ? [status.sold] : undefined;
    const source = beside
      ? { premium: sourceOf(one), hammer: sourceOf(beside) }
      : { amount: sourceOf(one, { where }) };
    const add = (words: string, fields: object, per?: 'carat') =>
      answers.push({
        means: `"${column}"${beside ? ` and "${beside.column}"` : ''}: ${words}`,
        set: {
          price: { ...source, ...(currency && { currency: { value: currency } }), ...(per && { per }) },
          fields,
        },
      });
    const addSold = (words: string) => {
      const open = mayBeSold && !basis && !amounts.saysBasis;
      for (const [value, says] of open ? Object.entries(bases) : [[beside ? undefined : basis, basis ?? '']])
        add(`${words}${says ? `, ${says}` : ''}`, value ? { price_basis: { value } } : {});
    };
    const listing = { sale_status: { value: 'listing' } };
    const offered = isOffer && !status.isSaid ? listing : {};
    if (isStatusOpen && !isPerCarat) addSold('lots with a price were sold');
    if (isStatusOpen && (isPerCarat || mayBePerCarat))
      add('lots with a price were sold, at this price per carat', {}, 'carat');
    if (isStatusOpen && !isPerCarat && !basis) add('offers, at this price or bid for the stone', listing);
    if (isStatusOpen && (isPerCarat || mayBePerCarat))
      add('offers, at this price per carat', listing, 'carat');
    if (isStatusOpen)
      add(
        'what became of the lots is not known',
        { sale_status: { value: 'unknown' } },
        isPerCarat ? 'carat' : undefined,
      );
    if (!isStatusOpen && isOffer) add('for the stone', offered);
    if (!isStatusOpen && !isOffer && !isPerCarat) addSold('for the stone or lot');
    if (!isStatusOpen && (isPerCarat || mayBePerCarat)) add('per carat', offered, 'carat');
  }
  const asked = {
    values: valuesOf(...ways.flat()),
    names: ways
      .flat()
      .map(({ column }) => `"${column}"`)
      .join(', '),
  };
  if (mustAsk) {
    const none = { means: 'none of these: leave the prices out', set: {} };
    proposal.questions.push({
      about: 'price',
      ask: `What is the price: ${asked.names}?`,
      answers: [...answers, none],
      values: asked.values,
    });
    return { rules: {}, fields: {} };
  }
  const { price, fields } = answers[0]!.set as {
    price: Record<string, unknown>;
    fields: Record<string, unknown>;
  };
  if (answers.length === 1) return { rules: price, fields };
  const { price_basis: _open, ...others } = fields;
  proposal.questions.push({
    about: 'basis',
    ask: `Is ${asked.names} with or without buyer's premium?`,
    answers: Object.entries(bases).map(([value, means]) => ({
      means,
      set: { fields: { price_basis: { value } } },
    })),
    values: asked.values,
  });
  return { rules: price, fields: others };
}

/** Whether stones have weights, so that a price may be one per carat: in a column, or in the titles of what are no lots. */
function mayHaveWeight({ named }: Proposal): boolean {
  const isWeighed = ({ sample }: Column) =>
    sample.filter((text) => /\d\s?c(?:t|arat)/i.test(text)).length > sample.length / 3;
  return (
    named('carat', 'weight').length > 0 ||
    (named('lot_number').length === 0 && named('title').some(isWeighed))
  );
}

const english = new Intl.DisplayNames(['en'], { type: 'currency' });
const current = [...usualCurrencies].filter((code) => !['FRF', 'DEM', 'ITL'].includes(code));
const tokensOf = moneyTokens();

const currenciesOf = ({ sample }: Column) =>
  sample.map((text) => [text, currenciesIn(tokensOf(text)) ?? []] as const);

/** The column whose every value is a currency. */
const currencyColumn = ({ named }: Proposal) =>
  named('currency').find((one) => currenciesOf(one).every(([, codes]) => codes.length > 0));

/**
 * The currency by a column, or by the signs beside the amounts. Signs of several currencies are asked about, and so are
 * amounts whose currency neither a sign nor the name of their column says.
 */
function askCurrency(
  { questions }: Proposal,
  open: Priced[],
  column: Column | undefined,
): Record<string, unknown> {
  const signs = new Map(column ? currenciesOf(column) : open.flatMap(({ amounts }) => [...amounts.signs]));
  const inName = column ? undefined : open.find(({ sign }) => sign);
  if (inName) signs.set(inName.sign!, inName.codes!);
  const isUnmarked = !column && open.some(({ amounts }) => amounts.isUnmarked);
  const ask = (question: string, codes: readonly string[], rules: (code: string) => object) =>
    questions.push({
      about: 'currency',
      ask: question,
      answers: [
        ...codes.map((code) => ({ means: english.of(code) ?? code, set: { price: rules(code) } })),
        { means: 'none of these: leave the prices out', set: { price: null } },
      ],
      values: valuesOf(column ?? open[0]!),
    });
  const definite = [...signs].filter(([text, codes]) => codes.length === 1 && !currencyCodes.includes(text));
  for (const [text, codes] of signs) {
    if (codes.length < 2) continue;
    ask(`Which currency does "${text}" mean?`, codes, (code) => ({
      signs: { [text]: code },
      ...(isUnmarked && text === inName?.sign && { currency: { value: code } }),
    }));
  }
  if (isUnmarked && !inName) {
    const names = open.map((one) => `"${one.column}"`).join(', ');
    ask(`Which currency are the amounts of ${names} in where no sign says so?`, current, (code) => ({
      currency: { value: code },
    }));
  }
  return {
    ...(column && { currency: column.column }),
    ...((definite.length > 0 || (!column && signs.size > 0)) && {
      signs: Object.fromEntries(definite.map(([text, [code]]) => [text, code])),
    }),
  };
}
