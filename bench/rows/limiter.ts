import { compare } from '../compare.ts';
import { paceOf } from '../questions.ts';
import { prepareRounds } from '../rounds.ts';
import type { Row } from '../row.ts';
import { coldSettings, startApi } from '../start-service.ts';

/** The cold list with the rate limit on, at a limit that nobody meets. */
export const limiter: Row = {
  name: 'limiter',
  what: 'list, cold, with the rate limit',
  async measure(bed, plan) {
    const api = await startApi(bed, { ...coldSettings, RATE_LIMIT_MAX: '1000000000' });
    try {
      const pace = paceOf('list', plan);
      const { ratio, ...sides } = await compare(bed, api, await prepareRounds(bed, api, 'list', pace), pace);
      return { ...sides, figures: [{ unit: '× raw', value: ratio }] };
    } finally {
      await api.stop();
    }
  },
};
