import { stringify } from 'yaml';
import { columnsOf, type Profile, titleFields } from '../record/profile/profile.ts';
import type { ColumnReport } from './column-statistics.ts';
import { expandProfile } from './expand-profile.ts';
import type { FileReport } from './inspect-file.ts';

/** Patterns of column names for each field, most likely field first. */
const names: [field: string, pattern: RegExp][] = [
  ['estimate_low', /est.*(low|min)|low.*est/],
  ['estimate_high', /est.*(high|max)|high.*est/],
  ['currency', /currency|^ccy/],
  ['amount', /price|hammer|amount|realised|realized/],
  ['is_sold', /^(is.?)?sold$|outcome|sold.?status/],
  ['auction_date', /^(?!.*precision).*(date|month|year|collected)/],
  ['auction_house', /house|auctioneer/],
  ['lot_number', /^lot(.?(no|number|nr))?$/],
  ['sale', /^sale|sale.?(number|no|id|name)|auction.?(number|no|id|name)/],
  ['title', /title|description|^name$|gem.?name/],
  ['gem_type', /gem.?type|variety|^gem$|stone.?type|species/],
  ['carat', /carat|weight|^cts?$/],
  ['origin', /origin|provenance/],
  ['treatment', /treat|enhance/],
  ['labs', /^lab|laborator|certificat|report/],
  ['location', /location|city|place|saleroom/],
  ['url', /url|link/],
];

/** Columns that were matched with fields, and the profile that follows from it. */
export interface Draft {
  profile: Record<string, unknown>;
  /** Columns without a field. */
  open: string[];
  /** Assumptions that the file does not show, to be checked by the operator. */
  supposed: string[];
}

/** A profile to start from: what the names and the values of a file's columns suggest. It loads as it stands. */
export function draftProfile({ columns }: FileReport): Draft {
  const matched = matchColumns(columns);
  const { amount, currency, estimate_low, estimate_high, ...fields } = matched;
  const id = columns.find(({ column, kind, unique }) => /^id$/i.test(column) && kind === 'integer' && unique);
  const title = fields.title ?? columns.find(({ kind, unique }) => kind === 'text' && unique) ?? columns[0];
  const named = amount && currencyNamed(amount.column);
  const price = amount && {
    amount: numbered(amount),
    currency: currency ? currency.column : { value: named ?? 'USD' },
    ...(estimate_low && { estimate_low: estimate_low.column }),
    ...(estimate_high && { estimate_high: estimate_high.column }),
  };
  const profile = {
    description: 'What this source is, in a line',
    ...(id ? {} : { identity: identityOf(matched, columns) }),
    fields: {
      ...(id && { id: id.column }),
      title: title!.column,
      ...Object.fromEntries(
        Object.entries(fields)
          .filter(([field]) => field !== 'title')
          .map(([field, column]) => [field, sourceOf(field, column!)]),
      ),
    },
    ...(price && { price }),
    ...(!fields.gem_type && { titles: [...titleFields] }),
  };
  const supposed = [
    ...(amount && !currency && !named ? ['that prices are in US dollars: no column has the currency'] : []),
    ...(fields.is_sold ? [] : ['that a lot with a price was sold: no column says so (fields.is_sold)']),
    ...(fields.title ? [] : [`that "${title!.column}" is the title`]),
    ...(id ? [] : ['that the columns under identity tell one record from every other']),
  ];
  const used = new Set([...columnsOf(expandProfile(profile) as Profile), title!.column]);
  return {
    profile,
    open: columns.map(({ column }) => column).filter((column) => !used.has(column)),
    supposed,
  };
}

function matchColumns(columns: ColumnReport[]): Record<string, ColumnReport | undefined> {
  const matched: Record<string, ColumnReport> = {};
  const taken = new Set<string>();
  for (const [field, pattern] of names) {
    const fits = columns.filter(({ column }) => !taken.has(column) && pattern.test(column.toLowerCase()));
    // Of several the fullest, and of those the first; an amount that is a plain number before one that is text.
    const worth = ({ filled, kind }: ColumnReport) =>
      filled * (field === 'amount' && isNumeric(kind) ? 1_000 : 1);
    const best = fits.reduce<ColumnReport | undefined>(
      (a, b) => (a && worth(a) >= worth(b) ? a : b),
      undefined,
    );
    if (!best || best.filled === 0) continue;
    matched[field] = best;
    taken.add(best.column);
  }
  return matched;
}

const isNumeric = (kind: ColumnReport['kind']) => /^(integer|number)/.test(kind);

/** The currency in a column's name: "Asking Price (LKR)". */
function currencyNamed(column: string): string | undefined {
  return /(?:^|[^a-z])(usd|eur|gbp|chf|hkd|lkr|jpy|cny|sgd|aud|cad|inr)(?:$|[^a-z])/i
    .exec(column)?.[1]
    ?.toUpperCase();
}

function sourceOf(field: string, { column, kind }: ColumnReport): unknown {
  if (field === 'auction_date' && kind.startsWith('date: ')) return { column, formats: [kind.slice(6)] };
  if (field === 'carat') return numbered({ column, kind });
  if (field === 'is_sold' && kind === 'boolean') {
    return { column, map: { yes: true, sold: true, no: false, unsold: false } };
  }
  return column;
}

function numbered({ column, kind }: Pick<ColumnReport, 'column' | 'kind'>): unknown {
  return kind === 'number with thousands' || kind === 'amount'
    ? { column, numbers: { thousands: ',' } }
    : column;
}

/** House, sale and lot number where the file has them; else every column. */
function identityOf(matched: Record<string, ColumnReport | undefined>, columns: ColumnReport[]): unknown {
  const lot = [matched.auction_house, matched.sale, matched.lot_number].filter(
    (column) => column !== undefined,
  );
  if (matched.lot_number && lot.length > 1) return lot.map(({ column }) => column);
  const filled = columns.filter(({ filled }) => filled > 0);
  const full = Math.max(...filled.map((column) => column.filled));
  const gappy = filled.filter((column) => column.filled < full).map(({ column }) => column);
  return { columns: filled.map(({ column }) => column), ...(gappy.length > 0 && { may_be_empty: gappy }) };
}

/** The draft as a file: what was seen of the columns in remarks, then the profile. */
export function draftText(remarks: string, { profile, open, supposed }: Draft): string {
  const toSettle = [
    '',
    'Assumed; check with whoever knows the source:',
    ...supposed.map((text) => `- ${text}`),
  ];
  const lines = [...remarks.split('\n'), ...(supposed.length > 0 ? toSettle : [])].map((line) =>
    line === '' ? '#' : `# ${line}`,
  );
  const rest = open.length > 0 ? stringify({ ignore: open }) : '';
  return `${lines.join('\n')}\n${stringify(profile)}${rest}`;
}
