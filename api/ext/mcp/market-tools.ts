import type { Figure } from './answer.ts';
import { composeAnswer } from './compose-answer.ts';
import { figure, gemsOf, indexChanges, interval, median, mostGems } from './figures.ts';
import { lotFilters } from './lot-tools.ts';
import { type Api, type Json, Refused, type Response, type Tool } from './tool.ts';

const prices = ['basis', 'dollars'] as const;

/** The fields of a group or a period that figures need. */
const groupFields =
  'lots,sold_lots,unsold_lots,sell_through_rate,total_value_usd,price_usd,price_per_carat_usd';

/** The price that a question is about. */
const measures = {
  price_per_carat: { field: 'price_per_carat_usd', name: 'median price per carat', unit: 'USD/ct' },
  price: { field: 'price_usd', name: 'median price', unit: 'USD' },
} as const;

/** What a group sold: turnover, sell-through and median prices, each with its n. */
const groupFigures = (group: Json, of?: string): Figure[] => [
  figure('turnover', group.total_value_usd, 'USD', group.price_usd.n, { of }),
  median('median price per carat', group.price_per_carat_usd, 'USD/ct', of),
  median('median price', group.price_usd, 'USD', of),
  figure('sell-through', group.sell_through_rate, 'share', group.sold_lots + group.unsold_lots, { of }),
];

export const priceHistory: Tool = {
  name: 'price_history',
  title: 'Price history',
  description:
    'Prices over time, from and to a year or a day. measure=index (the default for up to four gems): whether and how far prices of like stones changed, the first period being 100. measure=price_per_carat or price: medians, which also follow what was offered.',
  takes: {
    '/api/v1/stats/trends': [...lotFilters, 'interval', ...prices],
    '/api/ext/price-index': ['from', 'to'],
  },
  own: {
    measure: { type: 'string', enum: [...Object.keys(measures), 'index'] },
  },
  lists: 'none',
  example: { gem_name: 'sapphire', origin: 'Kashmir', treatment: 'untreated', date_from: '2015-01-01' },
  run: async ({ measure, from, to, ...asked }, api) => {
    const gems = gemsOf(asked).length;
    const usual = gems > 0 && gems <= mostGems ? 'index' : 'price_per_carat';
    if ((measure ?? usual) === 'index') return indexHistory({ from, to, ...asked }, api);
    const { field, name, unit } = measures[(measure ?? usual) as keyof typeof measures];
    const { interval: _interval, ...whole } = asked;
    const all = await api.get('/api/v1/stats', whole);
    const trend = await api.get('/api/v1/stats/trends', { ...asked, fields: `period,${field}` });
    const priced = trend.data.filter((period: Json) => period[field].n > 0);
    const empty = trend.data.length - priced.length;
    return composeAnswer(api, [all, trend], {
      figures: [
        median(`${name}, whole time`, all.data[field], unit),
        ...priced.reverse().map((one: Json) => median(name, one[field], unit, one.period)),
      ],
      left_out: empty > 0 ? [`${empty} periods without a price`] : [],
      view: { view: 'prices' },
    });
  },
};

async function indexHistory(asked: Record<string, Json>, api: Api) {
  const { indexes, figures, notes } = await indexChanges(asked, api);
  const [index] = indexes;
  if (!index) throw new Refused(['measure=index requires gem_name.']);
  const { base, periods, model } = index.data;
  // Of several gems, only the changes.
  const listed: Json[] = indexes.length === 1 ? periods : [];
  const gaps = listed.filter((period) => period.index === null);
  return composeAnswer(api, indexes, {
    figures: [
      ...figures,
      ...listed
        .filter((period) => period.index !== null)
        .reverse()
        .map((one) =>
          figure(`price index, ${base} = 100`, one.index, 'index', one.n, {
            of: one.period,
            interval: interval(one.low, one.high),
          }),
        ),
    ],
    left_out: [
      ...(gaps.length > 0
        ? [`${gaps.length} periods without an index: ${gaps[0].period} ${gaps[0].gap}`]
        : []),
      ...Object.entries(indexes.length === 1 ? model.left_out : {})
        .filter(([, lots]) => lots)
        .map(([reason, lots]) => `${lots} lots: ${reason.replaceAll('_', ' ')}`),
    ],
    notes,
    view: { view: 'prices', section: 'index' },
  });
}

export const compareMarkets: Tool = {
  name: 'compare_markets',
  title: 'Compare markets',
  description:
    'Turnover, median prices with 95% interval and sell-through of a market (no group_by) or of each of its groups, such as houses, origins or years.',
  takes: { '/api/v1/stats/market': [...lotFilters, 'group_by', 'sort', 'page', ...prices] },
  own: { limit: { type: 'integer', default: 8 } },
  lists: 'none',
  example: { gem_name: 'emerald', group_by: 'auction_house', date_from: '2019-01-01', date_to: '2019-12-31' },
  async run({ group_by, sort, page, limit = 8, ...asked }, api) {
    if (group_by === undefined) {
      const all = await api.get('/api/v1/stats', asked);
      return composeAnswer(api, [all], { figures: groupFigures(all.data), view: { view: 'prices' } });
    }
    const groups = await market(api, { ...asked, group_by, sort, page, limit });
    return composeAnswer(api, [groups], {
      figures: groups.data.flatMap((group: Json) => groupFigures(group, nameOf(group, group_by))),
      left_out: otherGroups(groups),
      view: { view: group_by === 'auction_house' ? 'houses' : 'prices' },
    });
  },
};

const market = (api: Api, params: Record<string, Json>) =>
  api.get('/api/v1/stats/market', { ...params, fields: groupFields });

/** The key of a group: its value, or its two values. */
const nameOf = (group: Json, groupBy: string): string =>
  (groupBy === 'sale' ? ['auction_date', 'sale', 'location'] : groupBy.split(','))
    .map((field) => group[field.trim()] ?? 'unknown')
    .join(', ');

const otherGroups = ({ data, meta }: Response): string[] =>
  meta.total_groups > data.length ? [`${meta.total_groups - data.length} other groups`] : [];

export const houseReport: Tool = {
  name: 'house_report',
  title: 'Report of an auction house',
  description:
    'One house: turnover, sell-through, prices against estimates with 95% intervals, its main gems, and what is known of its lots. Without auction_house: the houses by turnover.',
  takes: { '/api/v1/stats/market': lotFilters },
  lists: 'none',
  example: { auction_house: "Christie's", gem_name: 'emerald' },
  async run(asked, api) {
    if (asked.auction_house === undefined)
      return compareMarkets.run({ ...asked, group_by: 'auction_house' }, api);
    const all = await api.get('/api/v1/stats', asked);
    const estimates = await api.get('/api/ext/estimates', { ...asked, limit: 1 });
    const gems = await market(api, { ...asked, group_by: 'gem_type', limit: 4 });
    const coverage = await api.get('/api/ext/coverage', { ...asked, limit: 1 });
    return composeAnswer(api, [all, estimates, gems, coverage], {
      figures: [
        ...groupFigures(all.data),
        ...(['below', 'within', 'above'] as const).map((place) => {
          const { share, low, high } = estimates.data[place];
          const more = { interval: interval(low, high) };
          return figure(`sold ${place} the estimate`, share, 'share', estimates.data.n, more);
        }),
        ...gems.data.flatMap((group: Json) => groupFigures(group, group.gem_type).slice(0, 2)),
        ...(['origin', 'treatment', 'estimates', 'price'] as const).map((field) => {
          const { lots, sold_lots, [field]: known } = coverage.data;
          return figure(
            `lots with known ${field}`,
            known.share,
            'share',
            field === 'price' ? sold_lots : lots,
          );
        }),
      ],
      left_out: otherGroups(gems),
      view: { view: 'houses' },
    });
  },
};
