import { Command } from 'commander';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { createImportContext } from '../../context.ts';
import { linkStones } from '../../index/link-stones.ts';
import { liveIndex } from '../../index/live-index.ts';
import { publishWrites } from '../../index/publish-version.ts';
import { readPages } from '../../store/elasticsearch.ts';
import { requireNoImport } from '../../store/import-log.ts';
import { stoneDecisions } from '../../store/stone-decisions.ts';
import { CliError, type CliSession, withSession } from '../session.ts';
import { alignColumns } from '../show.ts';

export function stonesCommand(): Command {
  const command = new Command('stones').addHelpText(
    'after',
    `
Decisions last over imports, replacements and rollbacks. The last decision about a lot counts.

Examples:
  gem-auctions stones list
  gem-auctions stones join 17 4211
  gem-auctions stones split 4211`,
  );
  command
    .command('list')
    .description('List the lots of stones with more than one sale, and the decisions about lots.')
    .option('--json', 'one JSON object')
    .action(({ json }) => withSession((session) => list(session, json)));
  const decisions = {
    join: 'Decide that lots are sales of one stone, with all lots that were joined with one of them.',
    split: 'Decide that each of these lots is of a stone with no other sale.',
  };
  for (const [name, description] of Object.entries(decisions)) {
    command
      .command(name)
      .description(description)
      .argument('<id...>', 'ids of lots')
      .option('--json', 'one JSON object')
      .action((ids, { json }) => withSession((session) => decide(name === 'join', ids, session, json)));
  }
  return command;
}

/** What is shown of a lot. */
const columns = ['stone_id', 'id', 'auction_date', 'carat', 'stone_evidence', 'title'] as const;

async function list({ elasticsearch, indexAlias }: CliSession, json?: boolean): Promise<void> {
  const decisions = await stoneDecisions(elasticsearch, indexAlias).list();
  const pages = readPages<AuctionRecord>(elasticsearch, indexAlias, {
    query: { exists: { field: 'stone_id' } },
    size: 1_000,
    sort: [{ stone_id: 'asc' }, { auction_date: 'asc' }, { id: 'asc' }],
    _source: [...columns],
  });
  const lots = (await Array.fromAsync(pages)).flat().map((hit) => hit._source!);
  if (json) return console.log(JSON.stringify({ lots, decisions }));
  const rows = lots.map((lot) => columns.map((column) => String(lot[column] ?? '')));
  console.log(alignColumns([[...columns], ...rows]));
  for (const { lot, stone } of decisions)
    console.log(stone === null ? `lot ${lot} was split` : `lot ${lot} was joined with lot ${stone}`);
}

/** Stores decisions and links the live index again. */
async function decide(
  isJoined: boolean,
  ids: readonly string[],
  session: CliSession,
  json?: boolean,
): Promise<void> {
  const { elasticsearch, indexAlias: index, log } = session;
  await requireNoImport(log);
  const { docs } = await elasticsearch.mget({ index, ids: [...new Set(ids)], _source: false });
  const unknown = docs.filter((doc) => !('found' in doc && doc.found)).map(({ _id }) => _id);
  if (unknown.length > 0) throw new CliError(`There is no record ${unknown.join(', ')}.`);
  const lots = docs.map(({ _id }) => Number(_id));
  const store = stoneDecisions(elasticsearch, index);
  const earlier = isJoined ? await store.list() : [];
  const stones = earlier.flatMap(({ lot, stone }) => (lots.includes(lot) ? (stone ?? []) : []));
  const joined = earlier.flatMap(({ lot, stone }) => (stones.includes(stone!) ? lot : []));
  const decided = [...new Set([...lots, ...joined])];
  const stone = isJoined ? Math.min(...decided) : null;
  await store.put(decided.map((lot) => ({ lot, stone })));
  let changed = 0;
  const live = (await liveIndex(elasticsearch, index))!;
  const context = createImportContext({ ...session, close: async () => {} });
  await publishWrites(live, context, live, async () => {
    changed = await linkStones(context, { index: live, writeAlias: index, at: new Date().toISOString() });
  });
  console.log(json ? JSON.stringify({ lots, stone, changed }) : `${changed} records changed.`);
}
