import { statusIn } from '../../record/sale-status-words.ts';
import { type Evidence, saleStatusOf } from './column-evidence.ts';
import type { Findings } from './findings.ts';
import type { Matched } from './match-columns.ts';

/** Drafts the source of the sale status; undefined if no column has one, and the lots were offered at an auction. */
export function draftStatus(all: readonly Evidence[], matched: Matched, findings: Findings): unknown {
  const { sale_status, amount } = matched.fields;
  if (sale_status) return statusSource(sale_status, findings);
  if (looksLikeListings(all, matched)) {
    findings.suppose('these are offers with asking prices, not auction results (fields.sale_status)');
    return { value: 'listing' };
  }
  if (amount) {
    findings.suppose('a lot with a price was sold, since no column says so (fields.sale_status)', {
      column: amount.column,
    });
  }
  return undefined;
}

/** Yes, no and words without a known status are mapped. */
function statusSource({ column }: Evidence, findings: Findings): unknown {
  const mapped = column.sample
    .filter((text) => statusIn(text) === undefined)
    .map((text) => [text, saleStatusOf(text) ?? null] as const);
  const unknown = mapped.filter(([, status]) => status === null).map(([text]) => text);
  if (unknown.length > 0) {
    findings.suppose(`these mean no sale status in "${column.column}"`, { column, values: unknown });
  }
  return mapped.length > 0 ? { column: column.column, map: Object.fromEntries(mapped) } : column.column;
}

/** Whether the columns look like those of a shop instead of an auction. */
function looksLikeListings(all: readonly Evidence[], { fields }: Matched): boolean {
  if (fields.auction_house || fields.sale || fields.lot_number) return false;
  return all.some(
    ({ name, column }) =>
      column.filled > 0 &&
      /\b(asking|list price|offer\w*|for sale|sku|stock|seller|shop|dealer|vendor|collected at|verkaufer|vendeur|venditore|listing)\b/.test(
        name,
      ),
  );
}
