import { flags } from '../../../mappings/flags.ts';
import { createNearestNames } from '../../../mappings/vocabulary/nearest.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { composeAnswer } from './compose-answer.ts';
import { figure } from './figures.ts';
import { type Api, type Json, Refused, type Tool } from './tool.ts';

/** A term and what it means. */
type Term = { name: string; meaning: string };

/** Words of the trade that name no field and no value. */
const tradeTerms = {
  hammer: "The price at which the hammer fell, without the buyer's premium: price_hammer_usd, basis=hammer.",
  premium: "The buyer's premium, a fee on the hammer price: price_premium_usd has both, basis=premium.",
  'pigeon blood':
    'A grade of red that laboratories give to rubies. No gem type: search its words with q, beside gem_name=ruby.',
  'royal blue':
    'A grade of blue that laboratories give to sapphires. No gem type: search its words with q, beside gem_name=sapphire.',
};

/** The definitions of every field, parameter and flag: those that the API declares, each once. */
export function definitions({ components, paths }: Json): Term[] {
  const operations = Object.values<Json>(paths).map(({ get }) => get);
  const declared: { name: string; meaning: string; of?: string }[] = [
    ...Object.values<Json>(components.schemas).flatMap(({ title, properties = {} }) =>
      Object.entries<Json>(properties).map(([name, { description }]) => ({
        ...{ name, meaning: description, of: title },
      })),
    ),
    ...operations.flatMap(({ parameters = [], summary, description }) => [
      { name: summary, meaning: description },
      ...parameters.map((one: Json) => ({ name: one.name, meaning: one.description })),
    ]),
    ...Object.entries(tradeTerms).map(([name, meaning]) => ({ name, meaning })),
    ...Object.entries(flags).map(([name, meaning]) => ({ name, meaning: `Flag: ${meaning}` })),
  ];
  const once = new Map<string, Term>();
  for (const { name, meaning, of } of declared) {
    const id = `${name} ${meaning}`;
    if (meaning && !once.has(id)) once.set(id, { name, meaning: of ? `${meaning} (${of})` : meaning });
  }
  return [...once.values()];
}

/** The known names: what kind of name each is, and what else it is called. */
export async function knownNames(api: Api) {
  const vocabulary = await api.get('/api/ext/vocabulary');
  const names = Object.entries<Json>(vocabulary.data).flatMap(([list, entries]) =>
    entries.map((entry: Json) => ({ kind: list.replace(/s$/, '').replaceAll('_', ' '), ...entry })),
  );
  return { vocabulary, names };
}

export const explainTerm: Tool = {
  name: 'explain_term',
  title: 'Explain a term',
  description:
    'What a statistic, field, flag or parameter means (median_low, sell_through_rate, MULTI_STONE), or a known name with its synonyms and number of lots (Burma).',
  takes: {},
  own: { term: { type: 'string' } },
  required: ['term'],
  lists: 'terms',
  example: { term: 'sell_through_rate' },
  async run({ term }, api) {
    const { vocabulary, names } = await knownNames(api);
    const wanted = plain(term);
    const isWanted = (name: string) => plain(name) === wanted;
    // "hammer price" is a part of price_hammer_usd.
    const words = wanted.split(' ');
    const isPart = (name: string) => words.every((word) => plain(name).split(' ').includes(word));
    const defined = definitions(api.document);
    const exact = defined.filter(({ name }) => isWanted(name));
    const meant = names.filter(({ name, synonyms }) => [name, ...synonyms].some(isWanted));
    const terms = [
      ...meant.map(({ kind, name, family, region, synonyms }) => {
        const also = synonyms.length > 0 ? `; also ${synonyms.slice(0, 12).join(', ')}` : '';
        return { name, meaning: `${kind}${(family ?? region) ? ` (${family ?? region})` : ''}${also}` };
      }),
      ...(exact.length > 0 ? exact : defined.filter(({ name }) => isPart(name))),
    ];
    if (terms.length === 0) throw new Refused([unknownTerm(term, [...names, ...defined])]);
    return composeAnswer(api, [vocabulary], {
      figures: meant.map(({ name, lots }) => figure('lots', lots, 'lots', lots, { of: name })),
      terms,
      filters: { term },
      view: { view: 'about', section: 'glossary' },
    });
  },
};

/** A term as it is compared: sell-through is sell_through. */
const plain = (term: string) => fold(term.replaceAll(/[_-]/g, ' '));

function unknownTerm(term: string, known: readonly { name: string }[]): string {
  const spellings = new Map(known.map(({ name }) => [plain(name), name]));
  const nearest = createNearestNames(spellings, new Set(spellings.keys()))(plain(term).slice(0, 100), 3);
  const advice =
    nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'The resource of definitions lists all.';
  return `${JSON.stringify(term.slice(0, 60))} is not a known term. ${advice}`;
}

export const citeFigure: Tool = {
  name: 'cite_figure',
  title: 'Cite a figure',
  description:
    'A citation of a figure, by a request address of an earlier answer: title, data version, date and the address that gives the figure. The request is sent again.',
  takes: {},
  own: { request: { type: 'string' }, title: { type: 'string' } },
  required: ['request'],
  lists: 'terms',
  example: { request: '/api/v1/stats?gem_name=ruby', title: 'Median price of rubies' },
  async run({ request, title }, api) {
    const { path, query } = addressIn(request, api);
    const cited = await api.get(path, query);
    const { data_version, as_of } = cited.meta;
    const n = cited.pagination?.total_records ?? cited.data.lots ?? cited.data.n;
    const name = title?.slice(0, 160) ?? `${api.document.paths[path]?.get.summary ?? 'Record'}`;
    const day = new Date().toISOString().slice(0, 10);
    const service = `${api.document.info.title}, data version ${data_version}, data as of ${as_of}`;
    return composeAnswer(api, [cited], {
      figures: typeof n === 'number' ? [figure('lots behind it', n, 'lots', n)] : [],
      terms: [
        {
          name: 'citation',
          meaning: `${JSON.stringify(name)}. ${service}. Accessed ${day}. ${api.publicUrl}${cited.address}`,
        },
      ],
      filters: cited.meta.filters,
      view: path.includes('comparables') ? { view: 'value' } : { view: 'prices' },
    });
  },
};

/** The path and the query of an address of this service that answers with JSON. */
function addressIn(request: string, { document, publicUrl }: Api) {
  const url = URL.parse(request, publicUrl);
  const isAnswered = Object.entries<Json>(document.paths).some(([path, { get }]) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return (
      path.startsWith('/api/') &&
      url &&
      pattern.test(url.pathname) &&
      get.responses[200].content['application/json']
    );
  });
  if (!url || url.origin !== new URL(publicUrl).origin || !isAnswered) {
    throw new Refused(['request: send an address of this service, as in "requests" of an answer.']);
  }
  return { path: url.pathname, query: url.searchParams };
}
