import { expect, test } from 'vitest';
import { ratios } from '../../../../../api/ext/estimates/estimate-groups.ts';

test('no percentage is asked for twice, also where an end of the interval of the median is a quartile', () => {
  const lots = {
    ...{ sold: { doc_count: 17 }, unsold: { doc_count: 0 } },
    places: { buckets: [{ key: 'within' as const, doc_count: 17 }] },
  };
  expect(ratios(lots, 'hammer').low!.percentiles!.percents).toEqual([50, 25, 75]);
});
