import { compare } from '../compare.ts';
import { coldPaceOf } from '../questions.ts';
import { prepareRounds } from '../rounds.ts';
import type { Row } from '../row.ts';
import { coldSettings, startApi } from '../start-service.ts';
import { withRecords } from '../testbed.ts';

const records = 60_000;

/** A search of a small index costs Elasticsearch little: what the API adds weighs the most. */
export const smallIndex: Row = {
  name: 'small-index',
  what: 'list, 3 filters, page 1, cold, 60,000 records, 8 connections',
  async measure(bed, plan) {
    const small = await withRecords(bed, records);
    const pace = { ...coldPaceOf('list', plan), connections: 8 };
    const api = await startApi(small, coldSettings);
    try {
      const rounds = await prepareRounds(small, api, 'list', pace);
      const { ratio, ...sides } = await compare(small, api, rounds, pace);
      return { ...sides, figures: [{ unit: '× raw', value: ratio }] };
    } finally {
      await api.stop();
    }
  },
};
