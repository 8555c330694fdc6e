import type { Server } from '../../local/server.ts';
import { type ScanOrder, scan } from '../bare-scan.ts';
import { forgetPeak, peakMb } from '../process-figures.ts';
import type { Row } from '../row.ts';
import { spreadOf } from '../spread.ts';
import { coldSettings, startApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

/** The export of everything against reading everything out of Elasticsearch, by the steps of the export. */
export const exportAll: Row = {
  name: 'export',
  what: 'export of all as NDJSON',
  async measure(bed, { longRounds }) {
    const api = await startApi(bed, coldSettings);
    try {
      const found = { ratio: [] as number[], unordered: [] as number[], perSecond: [] as number[] };
      await exportOnce(bed, api);
      await scanOnce(bed, 'as the list');
      forgetPeak(api.pid);
      for (let i = 0; i < longRounds; i++) {
        const exported = await exportOnce(bed, api);
        const scanned = await scanOnce(bed, 'as the list');
        found.perSecond.push(exported);
        found.ratio.push(exported / scanned);
        found.unordered.push(exported / (await scanOnce(bed, 'as it lies')));
      }
      return {
        figures: [
          { unit: '× bare scan in the order of the list', value: spreadOf(found.ratio), atLeast: 0.7 },
          { unit: '× bare scan without an order', value: spreadOf(found.unordered) },
          { unit: 'records/s', value: spreadOf(found.perSecond) },
          { unit: 'MB of the API at most', value: peakMb(api.pid), atMost: 300 },
        ],
      };
    } finally {
      await api.stop();
    }
  },
};

async function exportOnce({ records }: Testbed, api: Server): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${api.url}/api/v1/auctions?format=ndjson`, {
    headers: { 'accept-encoding': 'identity' },
  });
  let lines = 0;
  for await (const chunk of answer.body!) {
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) lines++;
  }
  if (lines !== records) throw new Error(`The export has ${lines} lines, not ${records}.`);
  return perSecond(records, begun);
}

async function scanOnce({ engineUrls, environment, records }: Testbed, order: ScanOrder): Promise<number> {
  const begun = performance.now();
  const read = await scan(engineUrls[0]!, environment.INDEX_ALIAS!, order);
  if (read !== records) throw new Error(`The scan read ${read} records, not ${records}.`);
  return perSecond(records, begun);
}

const perSecond = (records: number, begun: number) => records / ((performance.now() - begun) / 1000);
