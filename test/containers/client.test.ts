import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getContainerRuntimeClient } from 'testcontainers';
import { getReaper } from 'testcontainers/build/reaper/reaper.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../clients/typescript/src/client.ts';
import { type NewLot, startGemAuctions } from '../../clients/typescript/src/testing.ts';
import { projectRoot } from '../../config/project-root.ts';
import { runProgram } from '../../local/process/run-program.ts';
import { installClient, packClient } from '../support/install-client.ts';
import { buildServiceImage } from '../support/services/build-service-image.ts';

let image: string;
beforeAll(async () => {
  ({ image } = await buildServiceImage());
});

describe('startGemAuctions', () => {
  it('a service started by startGemAuctions has the given lots, and names what is wrong with others', async () => {
    // More than one argument of a command can hold.
    const lots = Array.from({ length: 3_000 }, (_, place): NewLot => {
      const id = place + 1;
      return {
        id,
        title: `Lot ${crypto.randomUUID()}`,
        gem_type: 'Ruby',
        auction_date: '2024-05-12',
        carat: id,
      };
    });
    const project = await installClient();
    await using service = await startGemAuctions({ image, lots, environment: { LOG_LEVEL: 'warn' } });
    const client = createClient(service.url);
    const found = await Array.fromAsync(client.allAuctions({ fields: ['title'], sort: ['id'] }));
    expect(found).toEqual(lots.map(({ id, title }) => ({ id, title })));
    for (const title of await project.newestLot(service.url)) expect(title).toBe(lots.at(-1)!.title);

    await service.import([{ id: 5000, title: 'A late spinel', gem_type: 'Spinel', labs: ['SSEF'] }]);
    expect((await client.getAuction(5000)).data).toMatchObject({ title: 'A late spinel', labs: ['SSEF'] });

    const wrong = service.import([{ id: 5001, title: 'Heavy', gem_type: 'Ruby', carat: -1 }]);
    await expect(wrong).rejects.toThrow(/These lots are not valid:[\s\S]*"id":5001[\s\S]*carat/);
    project.remove();
  });

  it('startGemAuctions removes its containers and its network when a lot is not valid', async () => {
    const wrong = startGemAuctions({ image, lots: [{ id: 1, title: 'Heavy', gem_type: 'Ruby', carat: -1 }] });
    await expect(wrong).rejects.toThrow('These lots are not valid');
    const { sessionId } = await getReaper(await getContainerRuntimeClient());
    const own = ['--quiet', '--filter', `label=org.testcontainers.session-id=${sessionId}`];
    expect(await runProgram('docker', ['ps', '--all', ...own])).toBe('');
    expect(await runProgram('docker', ['network', 'ls', ...own])).toBe('');
  });
});

describe('clients/typescript/example', () => {
  it('the example project passes its own vitest test with the packed client', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'example-'));
    cpSync(join(projectRoot, 'clients/typescript/example'), folder, { recursive: true });
    const options = ['--prefer-offline', '--no-audit', '--no-fund'];
    await runProgram('npm', ['install', ...options, '--no-save', await packClient()], { cwd: folder });
    const env = { ...process.env, GEM_AUCTIONS_IMAGE: image, NO_COLOR: '1' };
    const output = await runProgram('npm', ['test'], { cwd: folder, env });
    expect(output).toMatch(/Tests {2}1 passed/);
    rmSync(folder, { recursive: true });
  });
});
