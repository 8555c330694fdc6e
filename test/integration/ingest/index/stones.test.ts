import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readStored, rewriteRecords } from '../../../../ingest/index/bulk-write.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { recordImports, startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest?.close());

const { put, replaceBy } = recordImports(() => ingest);

/** `stone_id` and `stone_evidence` of every lot that has a stone, by id. */
const stones = async () =>
  Object.fromEntries(
    (await ingest.records())
      .filter(({ stone_id }) => stone_id !== null)
      .map(({ id, stone_id, stone_evidence }) => [id, [stone_id, ...stone_evidence]]),
  );
const run = async (...words: string[]) => (await runCommand(words, ingest.environment)).stdout;

const lot = (id: number, year: number, known: Partial<AuctionRecord> = {}) =>
  buildAuction({ id, auction_date: `${year}-05-12`, ...known });
const report = { labs: ['SSEF'], report_numbers: ['78414'], carat: 5.03 };
const first = [
  lot(1, 2001, report),
  lot(2, 2005, { title: 'The Hill Sapphire, 22.66 carats', carat: 22.66 }),
  lot(3, 2006, { carat: 30.13 }),
  lot(4, 2007),
];
const later = [
  lot(11, 2011, { ...report, carat: 4.9 }),
  lot(12, 2012, { title: 'THE HILL SAPPHIRE  A RING', carat: 22.66 }),
  lot(13, 2013, { carat: 30.13 }),
  lot(14, 2014),
];
const all = { 1: [1, 'report'], 11: [1, 'report'], 2: [2, 'name', 'weight'], 12: [2, 'name', 'weight'], 3: [3, 'weight'], 13: [3, 'weight'] }; // biome-ignore format: pairs

beforeEach(() => replaceBy('first', first));

it('lots of one stone are linked, whatever was imported, deleted, replaced and rolled back before', async () => {
  expect(await stones()).toEqual({});
  await put('later', later);
  expect(await stones()).toEqual(all);
  await put('again', [lot(12, 2012)]);
  expect(await stones()).toEqual({ 1: all[1], 11: all[11], 3: all[3], 13: all[13] });
  await put('gone', [later[0]!], { mode: 'delete' });
  expect(await stones()).toEqual({ 3: all[3], 13: all[13] });
  await replaceBy('all', [...first, ...later]);
  expect(await stones()).toEqual(all);
  await run('rollback');
  expect(await stones()).toEqual({ 3: all[3], 13: all[13] });
});

it('an import that is interrupted while it links leads to the same links', async () => {
  const { elasticsearch, session } = ingest;
  await put('later', later);
  const { id } = await put('same', later);
  // As a worker leaves it that was killed in the middle: some links are written, others are old.
  const pages = await Array.fromAsync(readStored(elasticsearch, ingest.alias, { match_all: {} }));
  const broken = pages.flat().flatMap((stored) => {
    const stone_id = { 1: null, 2: 99, 13: null }[stored.record.id];
    return stone_id === undefined ? [] : [{ stored, fields: { stone_id } }];
  });
  const target = { index: ingest.alias, writeAlias: ingest.alias, at: new Date().toISOString() };
  await rewriteRecords(session, target, broken);
  await elasticsearch.indices.refresh({ index: ingest.alias });
  expect(await stones()).not.toEqual(all);
  await session.log.update(id, () => ({ state: 'failed' }));
  await run('retry', String(id));
  expect(await stones()).toEqual(all);
});

it('a duplicate has no stone, and the record that is shown has it', async () => {
  const twice = { lot_number: '7', url: null };
  await put('one', [lot(21, 2020, { ...report, ...twice, url: 'https://example.org' })]);
  await put('two', [lot(22, 2020, { ...report, ...twice })]);
  expect(await stones()).toEqual({ 1: [1, 'report'], 21: [1, 'report'] });
});

it('decisions of an operator last over imports, replacements and rollbacks', async () => {
  await put('later', later);
  await run('stones', 'split', '11');
  await run('stones', 'join', '4', '14');
  const decided = { 2: all[2], 12: all[12], 3: all[3], 13: all[13], 4: [4], 14: [4] };
  expect(await stones()).toEqual(decided);
  await replaceBy('all', [...first, ...later]);
  expect(await stones()).toEqual(decided);
  await run('stones', 'join', '14', '1');
  await run('rollback');
  expect(await stones()).toEqual({ ...decided, 1: [1], 4: [1], 14: [1] });
  expect(await run('stones', 'list')).toMatch(/^ *1 +4 +2007-05-12 /m);
  const { lots, decisions } = JSON.parse(await run('stones', 'list', '--json'));
  expect(lots.map(({ id }: AuctionRecord) => id)).toEqual([1, 4, 14, 2, 12, 3, 13]);
  expect(decisions).toContainEqual({ lot: 11, stone: null });
  const { stderr } = await runCommand(['stones', 'join', '1', '999', 'abc'], ingest.environment);
  expect(stderr).toContain('There is no record 999, abc.');
});

it('of the notable sales all stones that were sold again are linked, and nothing else', async () => {
  const csv = readFileSync(new URL('../../../../local/samples/notable-sales.csv', import.meta.url), 'utf8');
  await ingest.import('notable.csv', csv, { mode: 'replace', min_records: 0 });
  const linked = (await ingest.records()).filter(({ stone_id }) => stone_id !== null);
  const sales = Map.groupBy(linked, ({ stone_id }) => stone_id);
  const named = [...sales.values()].map((lots) =>
    lots.map(({ title, auction_date: day }) => `${title.split(',')[0]} ${day!.slice(0, 4)}`),
  );
  expect(named).toEqual([
    ['The Graff Ruby 2014', 'The Graff Ruby 2006'],
    ['The Blue Belle of Asia 2014', 'The Blue Belle 2025'],
    ['The Regent Kashmir 2015', 'The Regent Kashmir 2025'],
    ['The Rockefeller Sapphire 2001', 'The Rockefeller Sapphire 1988'],
    ['The Aga Khan Emerald 2024', 'The Aga Khan Emerald 1969'],
    ['The CTF Pink Star 2017', 'The Pink Star 2013'],
    ['The Princie 2013', 'The Princie 1960'],
    ['The Zoe Diamond 2014', 'The Mellon Blue 2025'],
    ['The Archduke Joseph 2012', 'The Archduke Joseph 1993'],
    ['The Hope Spinel 2015', 'The Hope Spinel 1917'],
    ['La Peregrina 2011', 'La Peregrina 1969'],
    ['The Wittelsbach 2008', 'The Wittelsbach 1931'],
    ['The Emperor Maximilian 2010', 'The Emperor Maximilian 1982'],
  ]);
});
