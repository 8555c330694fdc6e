import { UnrecoverableError } from 'bullmq';
import type { AuctionRecord } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed, quote } from '../errors.ts';
import { documentOf, indexDocuments, type Target, type Write } from '../index/bulk-write.ts';
import { outlier } from '../index/flag-price-outliers.ts';
import type { ImportEntry, ReplacedLot } from '../store/import-entry.ts';
import { profileOf, sourceOf } from '../store/import-log.ts';
import { type Accepted, type Checked, toReject } from './check-records.ts';
import type { Outcome } from './count-records.ts';

/** Where and for what a batch is written. */
interface Writing extends Target {
  entry: ImportEntry;
  /** The number of the batch in its import, from 0. */
  batch: number;
  /** The index that readers see; undefined if there is none. The import shows nothing in it before its end. */
  visible: string | undefined;
  /** The records of other lots that the import replaces so far, by id. */
  replacing: Map<number, ReplacedLot>;
}

/**
 * Writes the accepted records of a batch, and stores its rejects. Safe to repeat: the same batch of the same import gives
 * the same documents under the same version.
 */
export async function writeBatch(
  { accepted, rejected }: Checked,
  writing: Writing,
  context: ImportContext,
): Promise<Outcome> {
  const { entry, batch } = writing;
  const { retry } = context;
  const known = await retry(() => lookUp(accepted, writing, context));
  await retry(() => refuseForeignIds(known, entry, context));
  if (addReplacedLots(accepted, known, writing)) {
    const replacing = [...writing.replacing.values()];
    // In the log before they are written, because they are no longer to be seen once the import has ended.
    await retry(() => context.log.change(entry.id, ['running'], { replacing }, entry.claim));
  }
  const writes = accepted.map((one) => writeOf(one, known.get(one.id), entry));
  const outcomes = await indexDocuments(context, writing, writes);

  const refused = accepted.flatMap(({ text }, i) => {
    const outcome = outcomes[i]!;
    return outcome.kind === 'refused'
      ? [toReject(text, { field: null, code: 'refused', message: outcome.reason })]
      : [];
  });
  const rejects = [...rejected, ...refused].sort((a, b) => a.line - b.line);
  await retry(() => context.rejects.keep({ import: entry.id, run: entry.run, batch }, rejects));
  return {
    written: accepted.filter((_, i) => outcomes[i]!.kind !== 'refused'),
    rejects,
    lost: outcomes.filter(({ kind }) => kind === 'superseded').length,
  };
}

/** What readers see of a record before the import. */
interface Known {
  import: number;
  first_import: number;
  title: string | undefined;
  auction_date: string | null;
  duplicate_of: number | undefined;
  isOutlier: boolean;
}

const knownFields = ['import', 'first_import', 'auction_date', 'duplicate_of', 'flags'] satisfies Field[];

/** Looks up which of the ids readers see, with one search. No write of this import is visible yet. */
async function lookUp(
  accepted: readonly Accepted[],
  { entry, visible }: Writing,
  { elasticsearch }: ImportContext,
): Promise<Map<number, Known>> {
  const ids = [...new Set(accepted.map(({ id }) => id))];
  const known = new Map<number, Known>();
  if (visible === undefined || ids.length === 0) return known;
  const { hits } = await elasticsearch.search<Pick<AuctionRecord, 'title'>>({
    index: visible,
    query: { terms: { id: ids } },
    size: ids.length,
    _source: mayReplaceOthers(entry) ? false : ['title'],
    docvalue_fields: knownFields,
    track_total_hits: false,
    allow_partial_search_results: false,
  });
  for (const { _id, _source, fields = {} } of hits.hits) {
    const value = (field: (typeof knownFields)[number]) => fields[field]?.[0];
    known.set(Number(_id), {
      import: value('import'),
      first_import: value('first_import') ?? value('import'),
      title: _source?.title,
      auction_date: value('auction_date') ?? null,
      duplicate_of: value('duplicate_of'),
      isOutlier: (fields.flags ?? []).includes(outlier),
    });
  }
  return known;
}

/**
 * Checks ids that a column of the source gives: they must not belong to records of another source. Derived ids have owners,
 * and an import without a profile may correct any record.
 * @throws UnrecoverableError naming the first such id
 */
async function refuseForeignIds(
  known: ReadonlyMap<number, Known>,
  entry: ImportEntry,
  { log }: ImportContext,
): Promise<void> {
  const profile = profileOf(entry);
  if (!profile?.fields.id || entry.mode === 'replace') return;
  const owners = [...known].filter(([, one]) => one.import !== entry.id);
  const sources = await log.sourcesOf(owners.map(([, one]) => one.import));
  const own = sourceOf(entry);
  const foreign = owners.find(([, one]) => (sources.get(one.import) ?? own) !== own);
  if (!foreign) return;
  const [id, owner] = foreign;
  const [, kind, name = ''] = /^(\w+) (.*)$/s.exec(sources.get(owner.import)!)!;
  throw new UnrecoverableError(
    `id ${id} belongs to a record of import ${owner.import} (${kind} ${quote(name)}), which this import would overwrite. ` +
      `If both files are of one source, give the profile the name ${quote(name)}; otherwise write identity: { columns: [${profile.fields.id.column ?? 'id'}], namespace: ${profile.name} } instead of fields.id.`,
  );
}

/** Most records of other lots that an import may replace unconfirmed. */
const maxReplacing = 5;

/** Whether an import may replace any record: it has no profile, was confirmed, or replaces or deletes on purpose. */
const mayReplaceOthers = (entry: ImportEntry) =>
  entry.mode !== 'upsert' || !profileOf(entry) || entry.confirm_replaced === true;

/**
 * Collects records that would replace one of another title and another date: two sales of one house may have the same lot
 * numbers. An upsert by a profile stops before it writes the sixth of them.
 * @returns whether there are more than before
 * @throws ImportFailed naming the six
 */
function addReplacedLots(
  accepted: readonly Accepted[],
  known: ReadonlyMap<number, Known>,
  { entry, replacing }: Writing,
): boolean {
  if (mayReplaceOthers(entry)) return false;
  const before = replacing.size;
  for (const { id, record, text } of accepted) {
    const old = known.get(id);
    if (!old || old.import === entry.id) continue;
    if (old.title === record!.title || old.auction_date === record!.auction_date) continue;
    replacing.set(id, { id, line: text.line, before: describeLot(old), after: describeLot(record!) });
    if (replacing.size <= maxReplacing) continue;
    const listed = [...replacing.values()].map(
      (one) => `id ${one.id}: ${one.before} by ${one.after} (line ${one.line})`,
    );
    throw new ImportFailed(
      `The import would replace records by others of another title and another date: ${listed.join('; ')}. ` +
        'If they are other lots, add a column that tells the sales apart to identity in the profile, and import again. ' +
        `If they are the same lots, run gem-auctions retry ${entry.id} --confirm-replaced.`,
    );
  }
  return replacing.size > before;
}

const describeLot = ({ title, auction_date }: Pick<Known, 'title' | 'auction_date'>) =>
  `${quote(title ?? '')} of ${auction_date ?? 'no date'}`;

/**
 * The write of a record. Its document keeps two marks of the known one until the end of the import corrects them: PRICE_OUTLIER,
 * and the link of a duplicate. Otherwise every import of known records would change the marked ones twice.
 */
function writeOf({ id, record }: Accepted, known: Known | undefined, { id: number }: ImportEntry): Write {
  if (!record) return { id };
  const flags = known?.isOutlier ? [...new Set([...record.flags, outlier])] : record.flags;
  const { first_import = number, duplicate_of = null } = known ?? {};
  return { id, document: documentOf({ ...record, flags, duplicate_of }, first_import) };
}
