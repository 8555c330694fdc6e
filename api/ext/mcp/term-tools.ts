import { flags } from '../../../mappings/flags.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { type Api, advise, type Json, Refused, type Tool } from './tool.ts';

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
function definitions({ components, paths }: Json): Term[] {
  const declared = [
    ...Object.values<Json>(components.schemas).flatMap(({ title, properties = {} }) =>
      Object.entries<Json>(properties).map(([name, { description }]) => [name, description, ` (${title})`]),
    ),
    ...Object.values<Json>(paths).flatMap(({ get: { parameters = [], summary, description } }) => [
      [summary, description],
      ...parameters.map((one: Json) => [one.name, one.description]),
    ]),
    ...Object.entries(tradeTerms),
    ...Object.entries(flags).map(([name, meaning]) => [name, `Flag: ${meaning}`]),
  ];
  const once = new Map<string, Term>();
  for (const [name, meaning, of = ''] of declared) {
    const id = `${name} ${meaning}`;
    if (meaning && !once.has(id)) once.set(id, { name, meaning: meaning + of });
  }
  return [...once.values()];
}

/** The known names: what kind of name each is, and what else it is called. */
async function knownNames(api: Api, params = {}) {
  const vocabulary = await api.get('/api/ext/vocabulary', params);
  const names = Object.entries<Json>(vocabulary.data).flatMap(([list, entries]) =>
    entries.map((entry: Json) => ({ kind: list.replace(/s$/, ''), ...entry })),
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
  example: { term: 'sell_through_rate' },
  async run({ term, ...unknown }, api) {
    const { vocabulary, names } = await knownNames(api, unknown);
    const wanted = plain(term);
    const isWanted = (name: string) => plain(name) === wanted;
    // "hammer price" is a part of price_hammer_usd.
    const words = wanted.split(' ');
    const isPart = ({ name }: Term) => words.every((word) => plain(name).split(' ').includes(word));
    const defined = definitions(api.document);
    const exact = defined.filter(({ name }) => isWanted(name));
    const data = {
      names: names.filter(({ name, synonyms }) => [name, ...synonyms].some(isWanted)),
      terms: exact.length > 0 ? exact : defined.filter(isPart),
    };
    if (data.names.length + data.terms.length === 0) {
      const known = [...names, ...defined].map(({ name }) => name);
      const advice = advise(term, known, 'Use the name of a field, flag, parameter or filter value.');
      throw new Refused(`${JSON.stringify(term.slice(0, 60))} is not a known term. ${advice}`);
    }
    return { data, responses: [vocabulary], view: { view: 'about', section: 'glossary' } };
  },
};

/** A term as it is compared: sell-through is sell_through. */
const plain = (term: string) => fold(term.replaceAll(/[_-]/g, ' '));
