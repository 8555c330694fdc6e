import { currencyCodes, usualCurrencies } from '../../mappings/vocabulary/currencies.ts';
import { currenciesIn, moneyTokens } from '../record/prices/read-money.ts';
import { type Amounts, amountsIn } from './amount-formats.ts';
import type { Column, Proposal } from './proposal.ts';
import { type Answer, fieldAnswer } from './question.ts';
import type { StatusReading } from './status-columns.ts';

/** A column of amounts, and how they are written. */
type Priced = Column & { amounts: Amounts };

/**
 * Proposes the rules for the price. Asks what the file does not say of it: the column, whether it is per carat, whether the
 * lots were sold, the basis, the currency, and what texts mean that are no amounts.
 */
export function askPrice(
  proposal: Proposal,
  status: StatusReading,
): Partial<Record<'price' | 'fields', object>> {
  const priced = pricedIn(proposal);
  if (priced.length === 0) {
    proposal.remarks.push('No column is known to be the price; see those that are not used.');
    return {};
  }
  const column = currencyColumn(proposal);
  const ownCurrency = ({ codes }: Priced) =>
    !column && codes?.length === 1 ? { currency: { value: codes[0] } } : undefined;
  // Numbered lots without a column of weights have no prices per carat.
  const isWeighed = proposal.named('carat', 'weight').length > 0 || proposal.named('lot_number').length === 0;
  const choices = priced.flatMap((one) => {
    const { meaning, column: name } = one;
    const mayBePerCarat = (meaning === 'price' || meaning === 'asking') && isWeighed;
    const units = meaning === 'per_carat' ? ['carat'] : mayBePerCarat ? [undefined, 'carat'] : [undefined];
    const basis = (meaning === 'hammer' || meaning === 'premium') && { price_basis: { value: meaning } };
    return units.map((per) => ({
      means: `"${name}", ${per ? 'per carat' : 'for the stone or lot'}`,
      set: {
        price: { amount: sourceOf(one, status), ...ownCurrency(one), ...(per && { per }) },
        fields: { ...basis },
      },
    }));
  });
  const isAsked = choices.length > 1 || priced[0]!.meaning === 'bid';
  const names = priced.map((one) => `"${one.column}"`).join(', ');
  if (isAsked) proposal.ask('price', `What is the price: ${names}?`, [...choices, noPrices], priced);
  askOddTexts(proposal, priced);
  const fields = askSold(proposal, priced, status);
  const said = isAsked ? { price: {}, fields: {} } : choices[0]!.set;
  return {
    fields: { ...said.fields, ...fields },
    price: {
      ...said.price,
      ...askCurrency(
        proposal,
        priced.filter((one) => !ownCurrency(one)),
        column,
      ),
      rates: 'monthly-averages',
    },
  };
}

const noPrices: Answer = { means: 'none of these: leave the prices out', set: { price: null } };

/** The source of amounts as a profile writes it. A bid is a price only where the lot was sold. */
function sourceOf({ column, amounts, meaning }: Priced, { sold }: StatusReading): object {
  const { format, nulls } = amounts;
  return {
    column,
    ...(nulls.length > 0 && { null_words: ['n/a', '-', ...nulls] }),
    ...(Object.keys(format).length > 0 && { numbers: format }),
    ...(meaning === 'bid' && sold && { where: [sold] }),
  };
}

/** Columns that count the amounts of others: "Unit: million", `price.scale`. */
const unitName = /\b(?:units?|scale|exponent|precision|decimals|multiplier|einheit|unit[eé]|unidad)$/i;

/** The columns that may be the price. */
function pricedIn({ columns, named, remarks }: Proposal): Priced[] {
  const unit = columns.find(
    ({ column, filled, distinct }) => filled > 0 && distinct < 10 && unitName.test(column),
  );
  if (unit) {
    remarks.push(`"${unit.column}" may say what the amounts count; if so, write price.amount.numbers.scale.`);
    return [];
  }
  return named('hammer', 'premium', 'sold_price', 'price', 'asking', 'per_carat', 'bid').flatMap((one) => {
    const amounts = amountsIn(one.sample);
    return amounts ? [{ ...one, amounts }] : [];
  });
}

/** Asks what texts mean that are no amounts, and which end of a range is the price. */
function askOddTexts(proposal: Proposal, priced: Priced[]): void {
  const textsOf = (kind: 'nulls' | 'odd' | 'ranges') => priced.flatMap(({ amounts }) => amounts[kind]);
  const [odd, ranges] = [textsOf('odd'), textsOf('ranges')];
  const texts = [...odd, ...ranges];
  if (texts.length === 0) return;
  const answer = (means: string, none: string[], range?: string): Answer => {
    const amount = { null_words: ['n/a', '-', ...textsOf('nulls'), ...none], ...(range && { range }) };
    return { means, set: { price: { amount } } };
  };
  const shown = texts.slice(0, 5).map((text) => JSON.stringify(text));
  proposal.ask('amount', `What do these texts mean among the prices: ${shown.join(', ')}?`, [
    ...(ranges.length > 0
      ? [answer('the low end of a range', odd, 'low'), answer('the high end of a range', odd, 'high')]
      : []),
    answer('no price', texts),
    { means: 'none of these: rows with them are rejected', set: {} },
  ]);
}

/** Bases of a price, as answers. */
const bases = {
  hammer: ", at the hammer price without buyer's premium",
  premium: ", at a price with buyer's premium",
  unknown: ', not known whether with premium',
};

/** Asks whether the lots were sold, and with premium or not, if no column says so. */
function askSold(proposal: Proposal, priced: Priced[], status: StatusReading): Record<string, unknown> {
  if (priced.every(({ meaning }) => meaning === 'asking'))
    return status.isSaid ? {} : { sale_status: { value: 'listing' } };
  const isBasisOpen = priced.some(
    ({ meaning, amounts }) => !['hammer', 'premium', 'per_carat'].includes(meaning!) && !amounts.saysBasis,
  );
  const sold: Answer[] = Object.entries(isBasisOpen ? bases : { '': '' }).map(([value, says]) => ({
    means: `lots with a price were sold${says}`,
    set: value ? { fields: { price_basis: { value } } } : {},
  }));
  if (!status.isSaid && !priced.some(({ amounts }) => amounts.saysStatus)) {
    const answers = [
      ...sold,
      fieldAnswer('sale_status', { value: 'listing' }, 'they are offered at this price'),
      fieldAnswer('sale_status', { value: 'unknown' }, 'none of these: what became of them is not known'),
    ];
    proposal.ask('status', 'Were the lots sold, or are they offered?', answers, priced);
  } else if (isBasisOpen && status.sold?.words.length !== 0) {
    const none = { means: 'none of these: prices of no auction', set: {} };
    proposal.ask('basis', "Are the prices with buyer's premium?", [...sold, none], priced);
  }
  return {};
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
  proposal: Proposal,
  open: Priced[],
  column: Column | undefined,
): Record<string, unknown> {
  const signs = new Map(column ? currenciesOf(column) : open.flatMap(({ amounts }) => [...amounts.signs]));
  const inName = column ? undefined : open.find(({ sign }) => sign);
  if (inName) signs.set(inName.sign!, inName.codes!);
  const isUnmarked = !column && open.some(({ amounts }) => amounts.isUnmarked);
  const ask = (question: string, codes: readonly string[], rules: (code: string) => object) =>
    proposal.ask(
      'currency',
      question,
      [...codes.map((code) => ({ means: english.of(code) ?? code, set: { price: rules(code) } })), noPrices],
      [column ?? open[0]!],
    );
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
