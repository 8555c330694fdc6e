import { defineRoute } from '../endpoint/define-route.ts';
import { presentNames, Vocabulary } from '../present/vocabulary.ts';
import { type VocabularyList, vocabularyBody, vocabularyLists } from '../query/vocabulary.ts';

/** GET /api/ext/vocabulary */
export const vocabulary = defineRoute({
  path: '/api/ext/vocabulary',
  operationId: 'getVocabulary',
  tag: 'Search suggestions',
  summary: 'Known names and synonyms',
  description:
    'The gem types, origins, auction houses, treatments, laboratories and types of objects that the service knows, each with its synonyms and its number of lots. Names are values of the filter parameter of their list, and so are synonyms, except those of types of objects; case and accents do not matter. Lots may also have names that are not listed: the facets of the list show them.',
  isExtension: true,
  params: {},
  data: Vocabulary,
  examples: [''],
  async handle({ search }) {
    const { aggregations } = await search.search<unknown, Record<VocabularyList, Counts>>(vocabularyBody());
    const names = Object.entries(vocabularyLists).map(([list, { terms }]) => {
      const { buckets } = aggregations![list as VocabularyList];
      return [list, presentNames(terms, new Map(buckets.map(({ key, doc_count }) => [key, doc_count])))];
    });
    return { data: Object.fromEntries(names) };
  },
});

interface Counts {
  buckets: { key: string; doc_count: number }[];
}
