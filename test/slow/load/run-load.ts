import { join } from 'node:path';
import { firstLot, writeSyntheticCsv } from '../../../local/samples/synthetic-lots.ts';
import type { TestIngest } from '../../support/start-ingest.ts';
import type { LoadTarget } from './load-target.ts';
import { type OfferedLoad, offerLoad } from './offer-load.ts';
import { type Recovery, watchRecovery } from './recovery.ts';
import { type Sample, watchProcess } from './watch-process.ts';

/** A stage with the measurements of the process during it. */
export interface Stage extends OfferedLoad {
  name: string;
  connections: number;
  samples: Sample[];
}

/** The results of a run. */
export interface LoadReport {
  stages: Stage[];
  /** Imports that ended during the load. */
  imports: { state: string }[];
  recovery: Recovery;
}

/** The default of MAX_IN_FLIGHT. */
export const maxInFlight = 256;

/**
 * Raises the load past saturation, and watches the recovery. The saturated stage measures the capacity: as many clients
 * as are admitted at once send requests as fast as they get responses. Two stages at twice and four times that rate follow.
 * @param seconds duration of all stages together
 */
export async function runLoad(target: LoadTarget, ingest: TestIngest, seconds: number): Promise<LoadReport> {
  const stages: Stage[] = [];
  const add = async (name: string, share: number, connections: number, perConnection?: number) => {
    const watch = watchProcess(target.url, target.pid);
    const load = await offerLoad(target.url, { connections, seconds: seconds * share, perConnection });
    await watch.end();
    stages.push({ name, connections, ...load, samples: watch.samples });
    return load;
  };

  await add('warm', 0.1, 4);
  const recovery = await watchRecovery(target);
  const importing = importUntilTold(ingest);
  await add('ramp', 0.1, 16);
  await add('ramp', 0.1, 64);
  const { answeredPerS } = await add('saturated', 0.2, maxInFlight);
  // Each connection sends its share of the measured capacity.
  const share = Math.max(1, Math.ceil(answeredPerS / maxInFlight));
  await add('twice', 0.25, 2 * maxInFlight, share);
  await add('four times', 0.25, 4 * maxInFlight, share);
  const imports = await importing.end();
  return { stages, imports, recovery: await recovery.wait() };
}

/** Imports a file repeatedly, so that no response stays cached for long. */
function importUntilTold(ingest: TestIngest) {
  let isOver = false;
  const imports: { state: string }[] = [];
  const importing = (async () => {
    const path = 'meanwhile.csv';
    await writeSyntheticCsv(join(ingest.importRoot, path), 20_000, { seed: 2, firstId: firstLot + 20_000 });
    while (!isOver) imports.push(await ingest.finished(await ingest.enqueue({ path })));
  })();
  return {
    async end() {
      isOver = true;
      await importing;
      return imports;
    },
  };
}
