import { hasIndex, priceChanges } from './price-changes.ts';
import { describeList, type Json, type Tool } from './tool.ts';

/** The filters of every tool that takes lots. */
export const lotFilters = [
  ...(['gem_name', 'origin', 'treatment', 'lab', 'auction_house', 'weight_min', 'weight_max'] as const),
  ...(['price_min', 'price_max', 'date_from', 'date_to', 'is_synthetic', 'selection'] as const),
];

/** The fields of a lot in a list. */
const listed =
  'id,title,gem_type,carat,origin,treatment,price_final_usd,price_basis,price_per_carat_usd,auction_house,auction_date,sale_status,is_synthetic';

export const searchLots: Tool = {
  name: 'search_lots',
  title: 'Search lots',
  description:
    'Find auction lots and what each sold for, by a phrase ("35.09 ct Kashmir sapphire 2025") or by filters, or both. Newest first unless sorted or asked for a record price.',
  takes: { '/api/v1/auctions': [...lotFilters, 'status', 'sort', 'page'] },
  own: {
    phrase: { type: 'string', description: 'Words as a person writes them' },
    limit: { type: 'integer', default: 10 },
  },
  example: { phrase: 'unheated Burmese ruby over 5 ct', sort: '-price' },
  async run({ phrase, sort, page, limit = 10, ...given }, api) {
    const { parts, ...read } = phrase ? (await api.get('/api/ext/interpret', { q: phrase })).data : {};
    const filters = { ...read.filter, ...given };
    const record = /\bper[ -]?(carat|ct)\b/i.test(phrase) ? '-price_per_carat' : '-price';
    const asked = sort ?? (read.asks_for === 'records' ? record : undefined);
    // Words that are no names order the lots, unless the call does.
    const order = asked ? { sort: asked } : { prefer: read.q || undefined };
    const found = await api.get('/api/v1/auctions', { ...filters, ...order, page, limit, fields: listed });
    const { data: lots, pagination, meta } = found;
    const changes =
      read.asks_for === 'prices' && hasIndex(filters) ? await priceChanges(filters, api) : undefined;
    return {
      data: { ...(phrase && { phrase: read }), ...changes?.data, lots },
      responses: [found, ...(changes?.responses ?? [])],
      notes: [
        describeList(meta.sort, lots.length, pagination.total_records, 'lots'),
        ...(changes?.notes ?? []),
      ],
      view: { ...(asked && { sort: asked }) },
    };
  },
};

export const getLot: Tool = {
  name: 'get_lot',
  title: 'Get one lot',
  description: 'Everything known of one lot: price, estimate, sale, reports, source.',
  takes: {},
  own: { id: { type: 'string', description: 'The id of a lot from search_lots' } },
  required: ['id'],
  example: { id: '9000000000000025' },
  async run({ id, ...unknown }, api) {
    const found = await api.get(`/api/v1/auctions/${encodeURIComponent(id)}`, unknown);
    return { data: { lot: found.data }, responses: [found], view: { lot: id } };
  },
};

/** What names a sale. */
const ofSale = ({
  id,
  title,
  carat,
  origin,
  treatment,
  auction_house,
  auction_date,
  is_synthetic,
}: Json) => ({
  ...{ id, title, carat, origin, treatment, auction_house, auction_date, is_synthetic },
});

export const valueStone: Tool = {
  name: 'value_stone',
  title: 'Value a stone',
  description:
    'What similar stones sold for, adjusted to one day: median with its 95% interval, the range of 80% of such sales, a grade, what is not matched, and the most similar sales. A summary of sales, not an appraisal.',
  takes: {
    '/api/ext/comparables': [
      ...(['gem_name', 'carat', 'origin', 'treatment', 'lab', 'auction_house', 'as_of'] as const),
      ...(['is_synthetic', 'basis', 'dollars'] as const),
    ],
  },
  own: { limit: { type: 'integer', default: 5, description: 'Sales to list' } },
  example: { gem_name: 'sapphire', carat: 5, origin: 'Kashmir', treatment: 'untreated' },
  async run({ limit = 5, ...stone }, api) {
    const found = await api.get('/api/ext/comparables', { ...stone, limit });
    const { lots, ...estimate } = found.data;
    return {
      data: { estimate, lots: lots.map(({ lot, ...compared }: Json) => ({ ...ofSale(lot), ...compared })) },
      responses: [found],
      notes: [
        'low to high is the range of 80% of such sales, median_low to median_high the 95% interval of the median',
      ],
      view: { view: 'value' },
    };
  },
};
