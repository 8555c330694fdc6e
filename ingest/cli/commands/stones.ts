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

const commands = {
  list: 'List the lots of stones with more than one sale, and the decisions about lots.',
  join: 'Decide that lots are sales of one stone, with all lots that were joined with one of them.',
  split: 'Decide that each of these lots is of a stone with no other sale.',
};

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
  for (const name of ['list', 'join', 'split'] as const) {
    const added = new Command(name).description(commands[name]).option('--json', 'one JSON object');
    if (name !== 'list') added.argument('<id...>', 'ids of lots');
    added.action((...[ids]: unknown[]) =>
      withSession((session) =>
        name === 'list' ? list(session, added.opts()) : decide(name, ids as string[], session, added.opts()),
      ),
    );
    command.addCommand(added.copyInheritedSettings(command));
  }
  return command;
}

interface Options {
  json?: boolean;
}

/** What is shown of a lot. */
const columns = ['stone_id', 'id', 'auction_date', 'carat', 'stone_evidence', 'title'] as const;

async function list({ elasticsearch, indexAlias }: CliSession, { json }: Options): Promise<void> {
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
  console.log(alignColumns([[...columns], ...rows], [0, 1, 3]));
  for (const { lot, stone } of decisions)
    console.log(stone === null ? `lot ${lot} was split` : `lot ${lot} was joined with lot ${stone}`);
}

/** Stores decisions and links the live index again. */
async function decide(
  kind: 'join' | 'split',
  ids: readonly string[],
  session: CliSession,
  { json }: Options,
): Promise<void> {
  const { elasticsearch, indexAlias, log } = session;
  await requireNoImport(log);
  const index = await liveIndex(elasticsearch, indexAlias);
  const lots = [...new Set(ids.map(Number))];
  const known = await elasticsearch.count({
    index: indexAlias,
    query: { ids: { values: lots.map(String) } },
    ignore_unavailable: true,
  });
  if (!index || known.count < lots.length) throw new CliError('Not every id is that of a record.');
  const store = stoneDecisions(elasticsearch, indexAlias);
  const before = kind === 'split' ? [] : await store.list();
  const stonesBefore = before.flatMap(({ lot, stone }) => (lots.includes(lot) ? (stone ?? []) : []));
  const joined = before.flatMap((one) => (stonesBefore.includes(one.stone ?? 0) ? one.lot : []));
  const decided = [...new Set([...lots, ...joined])];
  const stone = kind === 'split' ? null : Math.min(...decided);
  await store.put(decided.map((lot) => ({ lot, stone })));
  let changed = 0;
  const context = createImportContext({ ...session, close: async () => {} });
  await publishWrites(index, context, index, async () => {
    changed = await linkStones(context, { index, writeAlias: indexAlias, at: new Date().toISOString() });
  });
  console.log(json ? JSON.stringify({ lots, stone, changed }) : `${changed} records changed.`);
}
