import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkRecords } from '../../../../ingest/import/check-records.ts';
import { loadProfile } from '../../../../ingest/profiles/load-profile.ts';
import { nextRecordOf } from '../../../../ingest/source/formats.ts';
import { planBatches } from '../../../../ingest/source/plan-batches.ts';
import { planSource } from '../../../../ingest/source/plan-source.ts';
import { readBatch } from '../../../../ingest/source/read-batch.ts';

/** Real files beside the project, which are not part of it. */
const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

/** Records of each file, and how many of them are rejected, by code. */
const files: [file: string, profile: string, records: number, codes: string[]][] = [
  ['christies_lots_dev.csv', 'christies-lots', 16_760, ['no_gem']],
  ['gem_sales_from_texts_dev.csv', 'gem-sales-from-texts', 72, ['bad_price']],
  ['gem_shop_listings_origin.csv', 'gem-shop-listings', 21, []],
  ['gem_listings_lkr_sample.csv', 'gem-listings-lkr', 22, ['wrong_type']],
  ['gem_listings_lkr_sample_b.csv', 'gem-listings-lkr-b', 12, []],
];

describe.skipIf(!existsSync(folder))('a file as it comes', () => {
  it.each(files)('%s is accounted for by the profile %s', async (name, profileName, records, codes) => {
    const profile = await loadProfile(profileName);
    const file = await open(`${folder}${name}`);
    const { plan: how, from } = await planSource(file, { path: name, profile });
    const plan = { ...how, path: name, size: 0, modifiedMs: 0 };
    let accepted = 0;
    const rejected: string[] = [];
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      const rules = { id: 1, created_at: '', mode: 'upsert', profile } as const;
      const checked = checkRecords(await readBatch(file, plan, batch), rules);
      accepted += checked.accepted.length;
      rejected.push(...checked.rejected.map(({ code }) => code));
      expect(checked.rejected.every(({ line, message }) => line > 1 && message !== '')).toBe(true);
    }
    await file.close();
    expect(accepted + rejected.length).toBe(records);
    expect([...new Set(rejected)].sort()).toEqual(codes);
  });
});
