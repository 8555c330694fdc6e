import type { ImportEntry } from '../../ingest/store/import-entry.ts';
import { randomFrom } from '../../local/samples/random.ts';
import type { TestIngest } from './start-ingest.ts';

/** What an import leaves: its counts, the titles of its records by id, and its rejects. */
interface ImportOutcome {
  counts: Pick<ImportEntry, 'read' | 'indexed' | 'superseded' | 'rejected'>;
  titles: Record<string, string>;
  rejects: { line: number; code: string }[];
}

const lineEnds = ['\r', '\n', '\r\n'];

/**
 * Generates a CSV file of good, repeated, quoted, blank, broken and too long records, and computes by a plain loop what an
 * import of it leaves.
 * @param seed selects the records and the ends of the lines
 */
export function plainImport(records: number, seed: number): { csv: string; expected: ImportOutcome } {
  const random = randomFrom(seed);
  const lines = ['id,title,gem_type'];
  const titles: ImportOutcome['titles'] = {};
  const rejects: ImportOutcome['rejects'] = [];
  for (let n = 1; n <= records; n++) {
    if (random.next() < 0.03) lines.push('');
    const line = lines.length + 1;
    const kind = random.next();
    const id = kind < 0.1 ? 1 + Math.floor(random.next() * n) : n;
    const title = `Lot ${n % 40}`;
    const reject = (code: string, text: string) => {
      rejects.push({ line, code });
      lines.push(text);
    };
    if (n === 7) reject('record_too_long', `${id},${'x'.repeat(2 ** 20)},Ruby`);
    else if (kind > 0.98) reject('required', `${id},,Ruby`);
    else if (kind > 0.97) reject('csv_syntax', `${id},"${title}"x,Ruby`);
    else if (kind > 0.96) reject('column_count', `${id},${title}`);
    else {
      titles[id] = kind > 0.85 ? `${title}\nof "two" lines` : title;
      const cell = kind > 0.85 ? [`"${title}`, 'of ""two"" lines"'] : [title];
      lines.push(...`${id},${cell.join('\n')},Ruby`.split('\n'));
    }
  }
  const indexed = Object.keys(titles).length;
  const rejected = rejects.length;
  const counts = { read: records, indexed, superseded: records - indexed - rejected, rejected };
  return { csv: lines.join(lineEnds[seed % 3]), expected: { counts, titles, rejects } };
}

/** What an import has left, in the form of `plainImport`. */
export async function outcomeOf(
  ingest: TestIngest,
  { id, read, indexed, superseded, rejected }: ImportEntry,
): Promise<ImportOutcome> {
  const own = (await ingest.records()).filter((record) => record.import === id);
  return {
    counts: { read, indexed, superseded, rejected },
    titles: Object.fromEntries(own.map((record) => [record.id, record.title.replace(/\r\n?/g, '\n')])),
    rejects: (await ingest.rejectsOf(id)).map(({ line, code }) => ({ line, code })),
  };
}
