import { columnStatistics } from '../../ingest/inspect/column-statistics.ts';
import { type Draft, draftProfile } from '../../ingest/inspect/draft/draft-profile.ts';

/** Drafts a profile of a file with these columns and their values. */
export function draftOfColumns(columns: Record<string, unknown[]>): Draft {
  const names = Object.keys(columns);
  const records = Math.max(...Object.values(columns).map(({ length }) => length));
  const statistics = columnStatistics(names);
  for (let i = 0; i < records; i++) {
    statistics.add(Object.fromEntries(names.map((name) => [name, columns[name]![i]])));
  }
  const columnsOfFile = statistics.report();
  return draftProfile({
    name: 'lots.csv',
    format: 'csv',
    encoding: 'utf-8',
    records,
    unreadable: 0,
    columns: columnsOfFile,
  });
}
