import type { Figure, Lot } from './answer.ts';
import { composeAnswer } from './compose-answer.ts';
import { figure, gemsOf, indexChanges, interval, mostGems } from './figures.ts';
import { type Json, Refused, type Tool } from './tool.ts';

/** The filters of every tool that takes lots. */
export const lotFilters = [
  ...(['gem_name', 'origin', 'treatment', 'lab', 'auction_house', 'weight_min', 'weight_max'] as const),
  ...(['price_min', 'price_max', 'date_from', 'date_to', 'is_synthetic', 'selection'] as const),
];

/** The fields of a lot in a list. */
const listed =
  'id,title,gem_type,carat,origin,treatment,price_final_usd,price_basis,price_per_carat_usd,auction_house,auction_date,sale_status,is_synthetic';

/** The fields of a lot that are known; the sources of fields are left out. */
const known = (lot: Json): Lot =>
  Object.fromEntries(
    Object.entries(lot).filter(
      ([name, value]) => value !== null && value !== false && !unlisted.has(name) && String(value) !== '',
    ),
  ) as Lot;

const unlisted = new Set([
  'import',
  'updated_at',
  'derived',
  'price_hammer_usd_source',
  'price_premium_usd_source',
  'is_sold',
]);

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
  lists: 'lots',
  example: { phrase: 'unheated Burmese ruby over 5 ct', sort: '-price' },
  async run({ phrase, limit = 10, ...filters }, api) {
    if (phrase?.length > 200) throw new Refused(['phrase: use at most 200 characters.']);
    const read = phrase === undefined ? undefined : (await api.get('/api/ext/interpret', { q: phrase })).data;
    const recordSort = /\bper[ -]?(carat|ct)\b/i.test(phrase) ? '-price_per_carat' : '-price';
    const sort: string | undefined = filters.sort ?? (read?.asks_for === 'records' ? recordSort : undefined);
    // Words that are no names order the lots, unless the call does.
    const orders = read?.q && sort === undefined;
    const asked = { ...read?.filter, ...filters, sort, ...(orders && { prefer: read.q }), limit };
    const found = await api.get('/api/v1/auctions', { ...asked, fields: listed });
    const gems = gemsOf({ ...read?.filter, ...filters }).length;
    const prices =
      read?.asks_for === 'prices' && gems > 0 && gems <= mostGems
        ? await indexChanges({ ...read.filter, ...filters, page: undefined, sort: undefined }, api)
        : { indexes: [], figures: [], notes: [] };
    const total = found.pagination.total_records;
    return composeAnswer(api, [found, ...prices.indexes], {
      figures: [...prices.figures, figure('lots found', total, 'lots', total)],
      lots: found.data.map(known),
      left_out: total > found.data.length ? [`${total - found.data.length} lots of other pages`] : [],
      not_matched: read?.q
        ? [
            `${JSON.stringify(read.q)}: no known name; it ${orders ? 'orders the lots and excludes none' : 'was not used'}`,
          ]
        : [],
      notes: [
        `Sorted by ${sort ? describeSort(sort) : orders ? 'the words, then the newest first' : 'date, newest first'}`,
        ...prices.notes,
        ...(read?.corrections ?? []).map(
          (one: Json) => `${JSON.stringify(one.text)} was read as ${one.value}`,
        ),
      ],
      view: { ...(sort && { sort }) },
    });
  },
};

const describeSort = (sort: string) =>
  `${sort.replace('-', '').replaceAll('_', ' ')}, ${sort.startsWith('-') ? 'highest' : 'lowest'} first`;

export const getLot: Tool = {
  name: 'get_lot',
  title: 'Get one lot',
  description: 'Everything known of one lot: price, estimate, sale, reports, source.',
  takes: {},
  own: { id: { type: 'string', description: 'The id of a lot from search_lots' } },
  required: ['id'],
  lists: 'lots',
  example: { id: '9000000000000025' },
  async run({ id }, api) {
    const found = await api.get(`/api/v1/auctions/${encodeURIComponent(id)}`);
    const lot = found.data;
    const price = (name: string, value: number | null, unit: string): Figure[] =>
      value === null ? [] : [figure(name, value, unit, 1)];
    const unknown = Object.keys(lot).filter((name) => lot[name] === null && !unlisted.has(name));
    return composeAnswer(api, [found], {
      figures: [
        ...price(`price (${lot.price_basis})`, lot.price_final_usd, 'USD'),
        ...price('price per carat', lot.price_per_carat_usd, 'USD/ct'),
      ],
      lots: [known(lot)],
      filters: { id },
      left_out: unknown.length > 0 ? [`not known of this lot: ${unknown.join(', ')}`] : [],
      notes: lot.is_synthetic ? ['This lot is a generated sample, not a real sale'] : [],
      view: { lot: String(lot.id) },
    });
  },
};

const mapValues = (values: Json, of: (value: number | null) => number | null): Json =>
  Object.fromEntries(Object.entries<Json>(values).map(([name, value]) => [name, of(value)]));

/** An estimate has three significant digits, as on the page. */
const estimate = (value: number | null) => (value === null ? null : Number(value.toPrecision(3)));

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
  required: ['gem_name', 'carat'],
  lists: 'lots',
  example: { gem_name: 'sapphire', carat: 5, origin: 'Kashmir', treatment: 'untreated' },
  async run({ limit = 5, ...stone }, api) {
    const found = await api.get('/api/ext/comparables', { ...stone, limit });
    const { data } = found;
    const { n } = data;
    const priced = (name: string, unit: string, range: Json): Figure[] => {
      if (range === null) return [figure(`median ${name}`, null, unit, n)];
      const { median, median_low, median_high, low, high } = mapValues(range, estimate);
      const ofSales = interval(low, high, '80% of such sales');
      return [
        figure(`median ${name}`, median, unit, n, { interval: interval(median_low, median_high) }),
        figure(`range of ${name}`, median, unit, n, { interval: ofSales }),
      ];
    };
    return composeAnswer(api, [found], {
      figures: [
        ...priced('price', 'USD', data.prediction.price_usd),
        ...priced('price per carat', 'USD/ct', data.prediction.price_per_carat_usd),
        figure('independent sales', data.independent_sales, 'sales', n),
      ],
      lots: data.lots.map(({ address, ...lot }: Json) => known(lot)),
      not_matched: data.not_matched.map(({ message }: Json) => message),
      notes: [
        ...[
          `Grade: ${data.grade}`,
          ...data.grade_reasons,
          ...(data.as_of ? [`Prices of ${data.as_of}`] : []),
          data.notice,
        ],
        ...(data.relaxed.length > 0 ? [`Widened to find enough sales: ${data.relaxed.join(', ')}`] : []),
      ],
      view: { view: 'value' },
    });
  },
};
