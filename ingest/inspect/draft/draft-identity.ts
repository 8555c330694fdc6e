import { parse } from 'node:path';
import type { Evidence } from './column-evidence.ts';
import type { Findings } from './findings.ts';
import type { Matched } from './match-columns.ts';

/** How a record is identified: by an id of the source, or by columns from which the id is derived. */
interface DraftIdentity {
  id?: string;
  identity?: unknown;
}

const idName =
  /^(id|uid|uuid|key|sku|ref|reference|referenz|riferimento|(lot|item|object|listing|article|stone|product) (id|ref|sku)|stock( (no|number))?|artikelnummer|inventory( (no|number))?|objektnummer)$/;

/** Chooses a unique id; else house, sale and lot number; else the URL of the lot; else all columns. */
export function draftIdentity(
  all: readonly Evidence[],
  { fields }: Matched,
  file: string,
  findings: Findings,
): DraftIdentity {
  const records = Math.max(...all.map(({ column }) => column.filled), 0);
  const isKey = ({ column, isIndex }: Evidence) => column.unique && column.filled === records && !isIndex;
  const ids = all.filter((one) => isKey(one) && idName.test(one.name));
  const id = ids.find(({ name, column }) => name === 'id' && column.kind === 'integer');
  if (id) return { id: id.column.column };
  const index = all.find(({ isIndex }) => isIndex);
  if (index) findings.suppose(`"${index.column.column}" only counts the rows`, index);

  const namespace =
    parse(file)
      .name.replace(/[\W\d_]+/g, ' ')
      .trim() || 'this source';
  if (ids[0]) {
    findings.suppose(
      `"${ids[0].column.column}" is unique within this source, not beyond it (identity.namespace)`,
      ids[0],
    );
    return { identity: { columns: [ids[0].column.column], namespace } };
  }
  findings.suppose('the columns under identity distinguish every two records');
  const lot = [fields.auction_house, fields.sale, fields.lot_number].filter((one) => one !== undefined);
  if (fields.lot_number && lot.length > 1) return { identity: lot.map(({ column }) => column.column) };
  if (fields.url && isKey(fields.url)) return { identity: [fields.url.column.column] };
  const filled = all.filter(({ column, isIndex }) => column.filled > 0 && !isIndex).slice(0, 50);
  const gappy = filled.filter(({ column }) => column.filled < records).map(({ column }) => column.column);
  return {
    identity: {
      columns: filled.map(({ column }) => column.column),
      ...(gappy.length > 0 && { may_be_empty: gappy }),
      namespace,
    },
  };
}
