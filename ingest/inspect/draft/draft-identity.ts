import { createHash } from 'node:crypto';
import { parse } from 'node:path';
import type { IdentityRules as Identity } from '../../record/profile/profile.ts';
import type { Evidence, Matched } from './column-evidence.ts';
import type { Findings } from './findings.ts';

const idName =
  /^(id|uid|uuid|key|sku|ref|reference|referenz|riferimento|(lot|item|object|listing|article|stone|product) (id|ref|sku)|stock( (no|number))?|artikelnummer|inventory( (no|number))?|objektnummer)$/;

/**
 * Drafts the identity: a unique id; else house, sale and lot number; else lot number and date; else the URL of the lot;
 * else all columns.
 */
export function draftIdentity(
  all: readonly Evidence[],
  matched: Matched,
  file: string,
  findings: Findings,
): Identity {
  const { fields } = matched;
  const namespace = namespaceOf(file, all, matched);
  const isKey = ({ column, gaps, isIndex }: Evidence) => column.unique && gaps === 0 && !isIndex;
  const ids = all.filter((one) => isKey(one) && idName.test(one.name));
  const id = ids.find(({ name, column }) => name === 'id' && column.kind === 'integer') ?? ids[0];
  const index = all.find(({ isIndex }) => isIndex);
  if (index) findings.suppose(`"${index.column.column}" only counts the rows`, index);
  if (id) {
    const own =
      id.column.kind === 'integer' ? '; if these are ids of this service, write fields.id instead' : '';
    findings.suppose(
      `"${id.column.column}" is unique within this source, not beyond it; all files of the source need the same identity.namespace, now "${namespace}"${own}`,
      id,
    );
    return { columns: [id.column.column], namespace };
  }
  const suppose = (columns: readonly Evidence[], warning = '') => {
    const names = columns.map(({ column }) => column.column);
    const listed = names.length > 4 ? 'all columns' : names.map((name) => `"${name}"`).join(', ');
    findings.suppose(`no two records have the same values of ${listed}, which identify them${warning}`);
    return { columns: names };
  };
  const lot = [fields.auction_house, fields.sale, fields.lot_number].filter((one) => one !== undefined);
  if (fields.lot_number && lot.length > 1) {
    // Other houses have sales and lots of the same numbers.
    const { columns } = suppose(lot);
    return fields.auction_house ? { columns } : { columns, namespace };
  }
  const { lot_number: number, auction_date: date } = fields;
  // Prices and results are corrected later: the record must keep its id.
  if (number && isKey(number) && date?.gaps === 0) {
    return { ...suppose([number, date]), namespace };
  }
  if (fields.url && isKey(fields.url)) return suppose([fields.url]);
  const telling = all.filter(({ column, isIndex }) => column.filled > 0 && !isIndex);
  const filled = (telling.length > 0 ? telling : all).slice(0, 50);
  const gappy = filled.filter(({ gaps }) => gaps > 0).map(({ column }) => column.column);
  return {
    ...suppose(filled, '; a corrected value gives a record a new id'),
    ...(gappy.length > 0 && { may_be_empty: gappy }),
    namespace,
  };
}

/** The name of the file, and a hash of its first values: files of two sources may have the same name. */
function namespaceOf(file: string, all: readonly Evidence[], { fields, usd, otherPrices }: Matched): string {
  const { amount, estimate, estimate_low, estimate_high, sale_status } = fields;
  const corrected = [amount, estimate, estimate_low, estimate_high, sale_status, usd, ...otherPrices];
  const values = all.map((one) => !corrected.includes(one) && [one.column.column, one.column.examples[0]]);
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 8);
  const words =
    parse(file)
      .name.replace(/\.(csv|tsv|txt|json|jsonl|ndjson|xlsx)$/i, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${words.join(' ').slice(0, 150)} ${hash}`.trim();
}
