import { usualCurrencies } from '../../mappings/vocabulary/currencies.ts';
import {
  currenciesIn,
  type Money,
  type MoneyToken,
  moneyIn,
  moneyTokens,
} from '../record/prices/read-money.ts';
import { numberReader } from '../record/profile/read-number.ts';
import type { NumberFormat } from '../record/profile/source.ts';
import { statusIn } from '../record/sale-status-words.ts';
import { type Answers, type Column, inField, type Proposal, quoted, sourceOf } from './proposal.ts';
import type { StatusReading } from './status-columns.ts';

/** A column of amounts, and how they are written. */
type Priced = Column & { amounts: NonNullable<ReturnType<typeof amountsIn>> };

/**
 * Proposes the rules for the price, and adds fields that go with it. Asks what the file does not say of it: whether the
 * lots were sold, the basis, the currency, the column, and whether it is per carat.
 */
export function askPrice(proposal: Proposal, status: StatusReading): { price?: object; fields: object } {
  const { named, ask } = proposal;
  const priced = pricedIn(proposal);
  if (priced.length === 0) {
    proposal.remarks.push('No column is known to be the price; see those that are not used.');
    return { fields: {} };
  }
  const isAsking = priced.every(({ meaning }) => meaning === 'asking');
  if (!isAsking) askSold(proposal, priced, status);
  const codes = named('currency').find((one) => one.sample.every((text) => currenciesOf(text).length > 0));
  const currencies = askCurrency(proposal, priced, codes);
  // Numbered lots without a column of weights have no prices per carat.
  const isWeighed = named('carat', 'weight').length > 0 || named('lot_number').length === 0;
  const choices = priced.flatMap((one) => {
    const { meaning, amounts, codes: own = [] } = one;
    const { format: numbers } = amounts;
    const amount = { ...sourceOf(one), ...(Object.keys(numbers).length > 0 && { numbers }) };
    const price = { amount, ...(!codes && own[0] && { currency: { value: own[1] ? one.sign : own[0] } }) };
    const isBasis = meaning === 'hammer' || meaning === 'premium';
    const fields = isBasis ? { price_basis: { value: meaning } } : {};
    const perCarat = [`${quoted([one])}, per carat`, { price: { ...price, per: 'carat' }, fields }] as const;
    if (meaning === 'per_carat') return [perCarat];
    const whole = [`${quoted([one])}, for the stone or lot`, { price, fields }] as const;
    return isWeighed && (meaning === 'price' || meaning === 'asking') ? [whole, perCarat] : [whole];
  });
  const isAsked = choices.length > 1;
  const question = `What is the price: ${quoted(priced)}?`;
  // The last question: what the chosen column says itself replaces answers about all.
  if (isAsked) ask('price', question, { ...Object.fromEntries(choices), ...noPrices }, priced);
  const said = isAsked ? { price: {}, fields: {} } : choices[0]![1];
  return {
    fields: { ...said.fields, ...(isAsking && !status.source && { sale_status: { value: 'listing' } }) },
    price: { ...said.price, ...currencies, rates: 'monthly-averages' },
  };
}

const noPrices: Answers = { 'none of these: leave the prices out': { price: null } };

/** Columns that may count the amounts of others: "Unit: million", `price.scale`. */
const unitName = /\b(?:units?|scale|exponent|precision|decimals|multiplier|einheit|unit[eé]|unidad)$/i;

/** The columns that may be the price: none beside one of units. A bid is no price, whatever became of it. */
function pricedIn({ columns, named }: Proposal): Priced[] {
  if (columns.some(({ column, distinct }) => distinct < 10 && unitName.test(column))) return [];
  return named('hammer', 'premium', 'sold_price', 'price', 'asking', 'per_carat').flatMap((one) => {
    const amounts = amountsIn(one.values);
    return amounts ? [{ ...one, amounts }] : [];
  });
}

const asBasis = (value: string) => inField('price_basis', { value });
const inStatus = (value: string) => inField('sale_status', { value });
const sold = 'lots with a price were sold';
const soldAt: Answers = {
  [`${sold}, at the hammer price without buyer's premium`]: asBasis('hammer'),
  [`${sold}, at a price with buyer's premium`]: asBasis('premium'),
  [`${sold}, not known whether with premium`]: asBasis('unknown'),
};

/** Asks whether the lots were sold, and with premium or not, if no column says so. */
function askSold({ ask }: Proposal, priced: Priced[], status: StatusReading): void {
  const isBasisOpen = priced.some(
    ({ meaning, amounts }) => !['hammer', 'premium', 'per_carat'].includes(meaning!) && !amounts.saysBasis,
  );
  if (!status.source && !priced.some(({ amounts }) => amounts.saysStatus)) {
    const ifSold = isBasisOpen ? soldAt : { [sold]: {} };
    const answers = {
      ...ifSold,
      'they are offered at this price': inStatus('listing'),
      'none of these: what became of the lots is not known': inStatus('unknown'),
    };
    ask('status', 'Were the lots sold, or are they offered?', answers, priced);
  } else if (isBasisOpen && status.maySell) {
    const answers = { ...soldAt, 'none of these: prices of no auction': {} };
    ask('basis', "Are the prices with buyer's premium?", answers, priced);
  }
}

const english = new Intl.DisplayNames(['en'], { type: 'currency' });
const tokensOf = moneyTokens();
const currenciesOf = (text: string) => currenciesIn(tokensOf(text)) ?? [];

/**
 * The currency by a column, or by the signs in the names of columns and beside the amounts. Signs of several currencies are
 * asked about, and so are amounts whose currency neither a sign nor the name of their column says.
 * @param column of currencies
 */
function askCurrency({ ask }: Proposal, priced: readonly Priced[], column: Column | undefined): object {
  const signs = new Map<string, readonly string[]>(
    column
      ? column.sample.map((text) => [text, currenciesOf(text)])
      : priced.flatMap(({ sign, codes = [], amounts }) =>
          codes.length > 1 ? [[sign!, codes]] : codes.length === 1 ? [] : [...amounts.signs],
        ),
  );
  const unmarked = column ? [] : priced.filter(({ codes, amounts }) => !codes && amounts.isUnmarked);
  if (unmarked.length > 0) signs.set('', [...usualCurrencies]);
  for (const [text, codes] of signs) {
    if (codes.length === 1) continue;
    const question = text
      ? `Which currency does "${text}" mean?`
      : `Which currency are the amounts of ${quoted(unmarked)} in where no sign says so?`;
    const answers = codes.map((code) => {
      const set = text ? { signs: { [text]: code } } : { currency: { value: code } };
      return [english.of(code)!, { price: set }];
    });
    const asked = column ? [column] : text ? priced : unmarked;
    ask('currency', question, { ...Object.fromEntries(answers), ...noPrices }, asked);
  }
  if (column) return { currency: column.column };
  const definite = [...signs].flatMap(([text, [code, ...others]]) =>
    others.length > 0 ? [] : [[text, code]],
  );
  return definite.length > 0 ? { signs: Object.fromEntries(definite) } : {};
}

const formats: NumberFormat[] = [
  {},
  { thousands: ',' },
  { decimal: ',' },
  { thousands: '.', decimal: ',' },
  { thousands: "'" },
  { thousands: ' ' },
  { thousands: ' ', decimal: ',' },
  { thousands: "'", decimal: ',' },
  { thousands: ',', indian: true },
];
const readers = formats.map((format) => ({ format, read: numberReader(format) }));

const isNumber = ({ kind }: MoneyToken) => kind === 'number';

/**
 * Finds how amounts are written.
 * @returns undefined if most values are no amounts, no format reads them all, or several do, to other amounts
 */
function amountsIn(values: readonly string[]) {
  const amounts: MoneyToken[][] = [];
  let texts = 0;
  let saysStatus = false;
  for (const text of values) {
    const tokens = tokensOf(text) ?? [];
    const hasNumber = tokens.some(isNumber);
    if (hasNumber && tokens.every(({ kind }) => kind !== 'unknown')) amounts.push(tokens);
    else if (!hasNumber && statusIn(text) !== undefined) saysStatus = true;
    else texts++;
  }
  const numbers = amounts.flatMap((tokens) =>
    tokens.flatMap((one, at) => (isNumber(one) && tokens[at + 1]?.kind !== 'magnitude' ? [one.text] : [])),
  );
  const ways = readers
    .map(({ format, read }) => ({ format, money: amounts.map((tokens) => moneyIn(tokens, read)) }))
    // "1.200" and "1,200": a price has no thousandths.
    .filter(({ format, money }) => {
      const thousandths = new RegExp(`^\\d{1,3}[${format.decimal ?? '.'}]\\d{3}$`);
      return !money.includes(undefined) && !numbers.some((text) => thousandths.test(text));
    });
  const readings = new Set(ways.map(({ money }) => JSON.stringify(money)));
  if (readings.size !== 1 || amounts.length === 0 || texts > amounts.length) return undefined;
  const [{ format, money }] = ways as [{ format: NumberFormat; money: Money[] }];
  return {
    /** The format that the values prove. */
    format,
    /** Whether values say if the premium is included, and whether some are a status such as "Passed". */
    saysBasis: money.some(({ basis }) => basis !== undefined),
    saysStatus,
    /** Whether amounts have no sign, and the signs of others with the currencies that they may mean. */
    isUnmarked: money.some(({ codes }) => codes === undefined),
    signs: new Map(
      amounts.flatMap((tokens) => {
        const marks = tokens.filter((one) => one.kind === 'currency');
        // A code beside a sign settles it: "$1,000 AUD".
        const needed = marks.filter(({ codes }) => marks.length === 1 || codes.length === 1);
        return needed.map(({ text, codes }) => [text.replace(/\.$/, ''), codes] as const);
      }),
    ),
  };
}
