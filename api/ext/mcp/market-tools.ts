import { lotFilters } from './lot-tools.ts';
import { hasIndex, priceChanges } from './price-changes.ts';
import { type Api, describeList, type Json, Refused, type Tool } from './tool.ts';

const prices = ['basis', 'dollars'] as const;

/** The fields of a group that figures need. */
const groupFields =
  'lots,sold_lots,unsold_lots,sell_through_rate,total_value_usd,price_usd,price_per_carat_usd,low_sample';

/** The prices whose medians a question may be about: their field. */
const medians: Record<string, string> = { price_per_carat: 'price_per_carat_usd', price: 'price_usd' };

export const priceHistory: Tool = {
  name: 'price_history',
  title: 'Price history',
  description:
    'Prices over time, from and to a year or a day. measure=index (the default for up to four gems): whether and how far prices of like stones changed, the first period being 100. measure=price_per_carat or price: medians, which also follow what was offered.',
  takes: {
    '/api/v1/stats/trends': [...lotFilters, 'interval', ...prices],
    '/api/ext/price-index': ['from', 'to'],
  },
  own: { measure: { type: 'string', enum: [...Object.keys(medians), 'index'] } },
  example: { gem_name: 'sapphire', origin: 'Kashmir', treatment: 'untreated', date_from: '2015-01-01' },
  async run({ measure, from, to, ...asked }, api) {
    const chosen = measure ?? (hasIndex(asked) ? 'index' : 'price_per_carat');
    if (chosen === 'index') return indexHistory({ from, to, ...asked }, api);
    const field = medians[chosen];
    if (!field) throw new Refused('measure: use one of price_per_carat, price, index.');
    const { interval, ...whole } = asked;
    const all = await api.get('/api/v1/stats', whole);
    const trend = await api.get('/api/v1/stats/trends', { ...asked, fields: `period,${field}` });
    const priced = trend.data.filter((period: Json) => period[field].n > 0);
    return {
      data: { whole_time: { [field]: all.data[field] }, periods: priced.reverse() },
      responses: [all, trend],
      notes: [`${priced.length} of ${trend.data.length} periods have a price`],
      view: { view: 'prices' },
    };
  },
};

async function indexHistory(asked: Record<string, Json>, api: Api) {
  const { data, ...changes } = await priceChanges(asked, api);
  const [index, ...others] = changes.responses;
  if (!index) throw new Refused('measure=index requires gem_name.');
  const { periods, base, model } = index.data;
  // Of several gems, only the changes.
  const levels = others.length === 0 && { price_index: { base, ...model }, periods: periods.reverse() };
  return { ...changes, data: { ...data, ...levels }, view: { view: 'prices', section: 'index' } };
}

export const compareMarkets: Tool = {
  name: 'compare_markets',
  title: 'Compare markets',
  description:
    'Turnover, median prices with 95% interval and sell-through of a market (no group_by) or of each of its groups, such as houses, origins or years; sort and page need group_by.',
  takes: { '/api/v1/stats/market': [...lotFilters, 'group_by', 'sort', 'page', ...prices] },
  own: { limit: { type: 'integer', default: 8 } },
  example: { gem_name: 'emerald', group_by: 'auction_house', date_from: '2019-01-01', date_to: '2019-12-31' },
  async run({ limit = 8, ...asked }, api) {
    const { group_by } = asked;
    const view = { view: group_by === 'auction_house' ? 'houses' : 'prices' };
    if (group_by === undefined) {
      const all = await api.get('/api/v1/stats', asked);
      return { data: { market: all.data }, responses: [all], view };
    }
    const market = await api.get('/api/v1/stats/market', { ...asked, limit, fields: groupFields });
    const { data: markets, meta } = market;
    return {
      data: { markets },
      responses: [market],
      notes: [describeList(meta.sort, markets.length, meta.total_groups, 'groups')],
      view,
    };
  },
};

export const houseReport: Tool = {
  name: 'house_report',
  title: 'Report of an auction house',
  description:
    'One house: turnover, sell-through, prices against estimates with 95% intervals, its main gems, and what is known of its lots. Without auction_house: the houses by turnover.',
  takes: { '/api/v1/stats/market': lotFilters },
  example: { auction_house: "Christie's", gem_name: 'emerald' },
  async run(asked, api) {
    if (asked.auction_house === undefined)
      return compareMarkets.run({ ...asked, group_by: 'auction_house' }, api);
    const all = await api.get('/api/v1/stats', asked);
    const estimates = await api.get('/api/ext/estimates', { ...asked, limit: 1 });
    const gems = await compareMarkets.run({ ...asked, group_by: 'gem_type', limit: 4 }, api);
    const coverage = await api.get('/api/ext/coverage', { ...asked, limit: 1 });
    const sections = { sales: all.data, estimates: estimates.data, known_facts: coverage.data };
    return {
      ...gems,
      data: { ...sections, gems: gems.data.markets },
      responses: [all, estimates, ...gems.responses, coverage],
      view: { view: 'houses' },
    };
  },
};
