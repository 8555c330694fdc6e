import { currencyCodes, usualCurrencies } from '../record/prices/currencies.ts';
import { currenciesIn, moneyTokens } from '../record/prices/read-money.ts';
import type { NumberFormat } from '../record/profile/source.ts';
import { type Amounts, amountsIn } from './amount-formats.ts';
import { type Column, type Proposal, tellRivals, valuesOf } from './proposal.ts';
import type { Answer } from './question.ts';
import type { StatusReading } from './status-columns.ts';

/** A column of amounts, and how they are written. */
interface Priced {
  one: Column;
  amounts: Amounts;
}

/** A way to read the prices: the columns of one or of both. */
interface Way {
  priced: Priced[];
  rules: Record<string, unknown>;
  basis?: 'hammer' | 'premium';
  means: string;
}

/** What the file proves of its prices. */
interface PriceProposal {
  rules: Record<string, unknown>;
  fields: Record<string, unknown>;
}

const none: Answer = { means: 'none of these: leave the prices out', set: {} };

/** Proposes the rules for prices and estimates, and asks what the file does not say of them. */
export function askPrice(proposal: Proposal, status: StatusReading): PriceProposal {
  const estimates = estimatesOf(proposal);
  const ways = waysOf(proposal);
  if (ways.length === 0)
    proposal.remarks.push('No column is known to be the price; see the columns that are not used.');
  const priced = ways.length > 0 ? ways.flatMap((way) => way.priced) : estimates.map((one) => one.priced);
  if (priced.length === 0) return { rules: {}, fields: {} };
  const column = currencyColumn(proposal);
  const rules = {
    ...Object.fromEntries(
      estimates.map(({ field, priced: { one, amounts } }) => {
        const own = !column && namedCurrency(one);
        return [
          field,
          shortest({ ...sourceOf(one, amounts.formats[0]!, amounts), ...(own && { currency: own }) }),
        ];
      }),
    ),
    ...askCurrency(proposal, priced, column),
    rates: 'monthly-averages',
  };
  if (ways.length === 0) return { rules, fields: {} };
  const decided = askMeaning(proposal, ways, status, column === undefined);
  return { rules: { ...decided.rules, ...rules }, fields: decided.fields };
}

/** The currency that the name of a column says. */
const namedCurrency = ({ codes = [] }: Column) => (codes.length === 1 ? codes[0] : undefined);

const shortest = (source: Record<string, unknown>) =>
  Object.keys(source).length > 1 ? source : source.column;

function sourceOf({ column }: Column, format: NumberFormat, { nulls }: Amounts): Record<string, unknown> {
  return {
    column,
    ...(nulls.length > 0 && { null_words: ['n/a', '-', ...nulls] }),
    ...(Object.keys(format).length > 0 && { numbers: format }),
  };
}

/** The columns of estimates that can be read. */
function estimatesOf({ named }: Proposal): { field: string; priced: Priced }[] {
  const first = (field: 'estimate' | 'estimate_low' | 'estimate_high') =>
    named(field)
      .map((one) => ({ field, priced: { one, amounts: amountsIn(one.sample, 'estimate') } }))
      .filter(({ priced: { amounts } }) => amounts.formats.length === 1)
      .slice(0, 1);
  const ends = [...first('estimate_low'), ...first('estimate_high')];
  return ends.length > 0 ? ends : first('estimate');
}

/** Columns that count the amounts of others: "Unit: million", `price.scale`. */
const unitName =
  /\b(units?|scale|exponent|precision|decimals|multiplier|magnitude|einheit|unit[eé]|unidad)$/i;

/** The columns that may be the price, those that say most first; the others are not used. */
function waysOf({ named, columns, questions, remarks, rows }: Proposal): Way[] {
  const priced = named('hammer', 'premium', 'sold_price', 'price', 'asking', 'per_carat', 'bid').map(
    (one) => ({
      one,
      amounts: amountsIn(one.sample),
    }),
  );
  const readable = priced.filter(({ amounts }) => amounts.formats.length > 0);
  const unit = columns.find(
    ({ column, filled, distinct }) => filled > 0 && distinct < 10 && unitName.test(column),
  );
  if (unit && readable.length > 0) {
    questions.push({
      about: 'price',
      ask: `Does "${unit.column}" say what the amounts count? Then write it as price.amount.numbers.scale.`,
      answers: [{ means: 'leave the prices out', set: {} }],
      values: valuesOf(unit),
    });
    return [];
  }
  const of = (...meanings: string[]) => readable.filter(({ one }) => meanings.includes(one.meaning!));
  const way =
    (key: string, means: string, basis?: Way['basis']) =>
    (one: Priced): Way => ({
      priced: [one],
      rules: { [key]: one },
      means: `"${one.one.column}"${means}`,
      ...(basis && { basis }),
    });
  const hammers = of('hammer').map(way('amount', ', the hammer price', 'hammer'));
  const premiums = of('premium').map(way('amount', ', the price with premium', 'premium'));
  const amountsOfSold = named('sold')
    .map((one) => ({ one, amounts: amountsIn(one.sample) }))
    .filter(({ amounts }) => amounts.formats.length > 0 && amounts.isUnmarked);
  const sold = [
    ...of('sold_price'),
    ...amountsOfSold.filter(
      ({ one }) => one.kind !== 'boolean' && one.sample.some((text) => /\d\d/.test(text)),
    ),
  ].map(way('amount', ''));
  const pairs = of('hammer').flatMap((hammer) =>
    of('premium', 'sold_price').flatMap((premium): Way[] => {
      const [a, b] = [hammer.one.codes?.[0], premium.one.codes?.[0]];
      if (a !== b && a !== undefined && b !== undefined) return [];
      const means = `"${premium.one.column}", the price with premium, and "${hammer.one.column}", the hammer price`;
      return [{ priced: [premium, hammer], rules: { premium, hammer }, basis: 'premium', means }];
    }),
  );
  const proven = pairs.filter((pair) => pair.priced[0]!.one.meaning === 'premium');
  const levels = [
    proven.length > 0 ? proven : [...pairs, ...hammers, ...premiums, ...sold],
    of('price', 'asking').map(way('amount', '')),
    of('per_carat').map(way('amount', ', per carat')),
    of('bid').map(way('amount', '')),
  ];
  const [ways = []] = levels.filter((level) => level.length > 0);
  const [first, second] = ways;
  const isSame = (other: Way) =>
    rows.every(
      (row) => String(row[first!.priced[0]!.one.column]) === String(row[other.priced[0]!.one.column]),
    );
  if (first && second && ways.slice(1).every((other) => other.priced.length === 1 && isSame(other))) {
    for (const other of ways.slice(1))
      tellRivals({ rows, remarks } as Proposal, first.priced[0]!.one, other.priced[0]!.one, 'price');
    return [first];
  }
  return ways;
}

/** Bases of a price that a person may know. */
const bases = [
  ['hammer', "the hammer price, without buyer's premium"],
  ['premium', "with buyer's premium"],
  ['unknown', 'not known whether with premium'],
] as const;

/**
 * Asks, in one question, what the names of the prices do not say: which column is the price, whether it is for the stone or
 * per carat, whether lots were sold or are offered. Only the basis alone may stay open.
 */
function askMeaning(
  proposal: Proposal,
  ways: Way[],
  status: StatusReading,
  areNamed: boolean,
): PriceProposal {
  const { questions } = proposal;
  const hasWeight = mayHaveWeight(proposal);
  const answers: Answer[] = [];
  let isWritten = true;
  let open = ways.length > 1;
  for (const way of ways) {
    const [{ one, amounts }] = way.priced as [Priced];
    const { meaning } = one;
    const isOffer = meaning === 'asking';
    const isPerCarat = meaning === 'per_carat';
    const isStatusOpen = !status.isSaid && !amounts.saysStatus && !isOffer;
    const mayBePerCarat =
      (meaning === 'price' || isOffer) && (hasWeight || isStatusOpen) && !isTotal(one, proposal);
    const maySell = !status.isSaid || (status.sold?.words.length ?? 1) > 0;
    const isBasisOpen = maySell && !way.basis && !amounts.saysBasis && !isOffer && !isPerCarat;
    const isUncertain = amounts.formats.length > 1 || amounts.words.length > 0 || amounts.unread.length > 0;
    const isBid = meaning === 'bid';
    isWritten &&= !isUncertain;
    open ||= isStatusOpen || mayBePerCarat || isUncertain || amounts.hasRanges || isBid;
    const currency = areNamed && namedCurrency(one);
    for (const { means, rules: written } of writings(way, isBid ? status : undefined)) {
      const rules = { ...written, ...(currency && { currency: { value: currency } }) };
      const add = (words: string, fields: object, per?: 'carat') =>
        answers.push({
          means: [means, words].filter((text) => text !== '').join(': '),
          set: {
            price: { ...rules, ...(per && { per }) },
            ...(Object.keys(fields).length > 0 && { fields }),
          },
        });
      const based = (words: string, more: object) => {
        for (const [basis, named] of isBasisOpen ? bases : [[way.basis, ''] as const]) {
          const ofWay = 'amount' in rules && basis ? { price_basis: { value: basis } } : {};
          add([words, named].filter((text) => text !== '').join(', '), { ...ofWay, ...more });
        }
      };
      const listing = { sale_status: { value: 'listing' } };
      if (isStatusOpen) {
        if (!isPerCarat) based('lots with a price were sold', {});
        if (isPerCarat || mayBePerCarat)
          add('lots with a price were sold; the price is per carat', {}, 'carat');
        if (!isPerCarat && !way.basis) add('offers: the price that is asked or bid for the stone', listing);
        if (isPerCarat || mayBePerCarat) add('offers: the price that is asked per carat', listing, 'carat');
        add(
          'what became of the lots is not known',
          { sale_status: { value: 'unknown' } },
          isPerCarat ? 'carat' : undefined,
        );
      } else {
        const offered = isOffer && !status.isSaid ? listing : {};
        if (isPerCarat) add('', offered, 'carat');
        else if (isOffer) add(mayBePerCarat ? 'for the stone' : '', offered);
        else based(mayBePerCarat ? 'for the stone or lot' : '', offered);
        if (mayBePerCarat) add('per carat', offered, 'carat');
      }
    }
  }
  const columns = [...new Set(ways.flatMap(({ priced }) => priced.map(({ one }) => one)))];
  const names = columns.map(({ column }) => `"${column}"`).join(', ');
  if (open) {
    const ask = isWritten
      ? `What is the price: ${names}?`
      : `What is the price: ${names}? Rows whose value cannot be read as the answer says are rejected.`;
    const doubtful = ways.flatMap(({ priced: [first] }) => [
      ...first!.amounts.unread,
      ...first!.amounts.words,
    ]);
    questions.push({
      about: 'price',
      ask,
      answers: [...answers, none],
      values: [...valuesOf(...columns), ...doubtful.slice(0, 3)],
    });
    return { rules: {}, fields: {} };
  }
  const [first] = answers;
  const { price, fields = {} } = first!.set as {
    price: Record<string, unknown>;
    fields?: Record<string, unknown>;
  };
  const { price_basis: _basis, ...others } = fields;
  if (answers.length === 1) return { rules: price, fields };
  questions.push({
    about: 'basis',
    ask: `Is ${names} with or without buyer's premium?`,
    answers: answers.map(({ means, set }) => ({
      means,
      set: { fields: { price_basis: (set.fields as Record<string, unknown>).price_basis } },
    })),
    values: valuesOf(...columns),
  });
  return { rules: price, fields: others };
}

/** Whether stones have weights, so that a price may be one per carat: in a column, or in the titles of what are no lots. */
function mayHaveWeight({ named }: Proposal): boolean {
  const weighed = named('title').filter(
    ({ sample }) => sample.filter((text) => /\d\s?(?:ct|cts|carat)/i.test(text)).length > sample.length / 3,
  );
  return named('carat', 'weight').length > 0 || (weighed.length > 0 && named('lot_number').length === 0);
}

/** The ways in which the values of a price may be written, each with its rules. */
function writings(
  way: Way,
  status: StatusReading | undefined,
): { means: string; rules: Record<string, unknown> }[] {
  const [{ amounts }] = way.priced as [Priced];
  const formats = amounts.formats.length > 1 ? amounts.formats : [undefined];
  const ranges = amounts.hasRanges ? (['low', 'high'] as const) : [undefined];
  const words = amounts.words.length > 0 ? ([null, 'unsold'] as const) : [undefined];
  return formats.flatMap((format) =>
    ranges.flatMap((range) =>
      words.map((word) => {
        const rules = Object.entries(way.rules).map(([key, priced]) => {
          const { one, amounts: own } = priced as Priced;
          const source = sourceOf(one, format ?? own.formats[0]!, own);
          const map =
            word === undefined ? {} : { map: Object.fromEntries(own.words.map((text) => [text, word])) };
          // A bid is a price only where the lot was sold.
          const where = status?.sold ? { where: [status.sold] } : {};
          return [key, shortest({ ...source, ...map, ...(range && { range }), ...where })];
        });
        const means = [
          way.means,
          format && `"${format.decimal ?? '.'}" is the sign of decimals`,
          range && `the ${range === 'low' ? 'lower' : 'upper'} end of a range`,
          word !== undefined && `other words are ${word === null ? 'no price' : 'unsold'}`,
        ];
        return { means: means.filter(Boolean).join(', '), rules: Object.fromEntries(rules) };
      }),
    ),
  );
}

/** Whether a column of prices per carat shows by its amounts that this one has the prices of the stones. */
function isTotal({ column }: Column, { named, rows }: Proposal): boolean {
  const [per] = named('per_carat');
  const [carat] = named('carat', 'weight');
  if (!per || !carat) return false;
  const numbers = rows.map((row) => [column, per.column, carat.column].map((name) => numberIn(row[name])));
  const filled = numbers.filter((values) => values.every((value) => value > 0));
  return (
    filled.length > 1 &&
    filled.every(([total, each, weight]) => Math.abs(total! / (each! * weight!) - 1) < 0.02)
  );
}

/** A number whatever its separators; of no use but to compare. */
function numberIn(cell: unknown): number {
  const text = String(cell ?? '')
    .replace(/[^\d.,]/g, '')
    .replace(/[.,](?=\d{3}(?!\d))/g, '');
  return Number(text.replace(',', '.'));
}

const english = new Intl.DisplayNames(['en'], { type: 'currency' });
const replaced = ['FRF', 'DEM', 'ITL'];
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
  priced: Priced[],
  column: Column | undefined,
): Record<string, unknown> {
  const open = column ? [] : priced.filter(({ one }) => !namedCurrency(one));
  const signs = new Map(column ? currenciesOf(column) : open.flatMap(({ amounts }) => [...amounts.signs]));
  const isUnmarked = open.some(({ amounts }) => amounts.isUnmarked);
  const sign = open.find(({ one }) => one.sign)?.one;
  const covers = isUnmarked && (sign !== undefined || signs.size === 0);
  if (sign) signs.set(sign.sign!, sign.codes!);
  const values = valuesOf(column ?? priced[0]!.one);
  const ask = (about: string, likely: readonly string[], rules: (code: string) => object) => {
    const codes = [...new Set([...likely, ...usualCurrencies])].filter(
      (code) => !replaced.includes(code) || likely.includes(code),
    );
    const answers = codes.map((code) => ({ means: english.of(code) ?? code, set: { price: rules(code) } }));
    const none = { means: 'none of these: leave the prices out', set: { price: null } };
    questions.push({ about: 'currency', ask: about, answers: [...answers, none], values });
  };
  const definite: Record<string, string> = {};
  for (const [text, codes] of signs) {
    if (codes.length === 1 && !currencyCodes.includes(text)) definite[text] = codes[0]!;
    if (codes.length < 2) continue;
    ask(`Which currency does "${text}" mean?`, codes, (code) => ({
      signs: { [text]: code },
      ...(covers && text === sign?.sign && { currency: { value: code } }),
    }));
  }
  if (isUnmarked && !sign) {
    const names = open.map(({ one }) => `"${one.column}"`).join(', ');
    ask(
      `Which currency are the amounts of ${names} in where no sign says so?`,
      Object.values(definite),
      (code) => ({
        currency: { value: code },
      }),
    );
  }
  return {
    ...(column && { currency: column.column }),
    // Codes beside the amounts need no signs, but a profile says how it knows the currency.
    ...((Object.keys(definite).length > 0 || (!column && signs.size > 0)) && { signs: definite }),
  };
}
