import { maxSuggestions } from '../../../mappings/suggest-index.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import { filterClauses } from '../../filters/filter-clauses.ts';
import { allOf, type Clause, either, without } from '../../search/clauses.ts';
import { newestFirst, toSort } from '../../search/pagination.ts';
import type { RecordHit, SearchContext } from '../../search/search-context.ts';
import type { Candidate } from './suggestion.ts';

/**
 * Hits of a search for titles, whatever the limit, so that a smaller one shows the first of the same: many titles are
 * equal.
 */
const maxHits = 2 * maxSuggestions;

/**
 * The titles of the newest lots whose title has all words of a text, the last one perhaps incomplete. The search is sorted as the
 * index is, and ends with enough hits. Not by `match_phrase_prefix`, which looks at 50 words that begin like the last one.
 * @param withTypos for the titles that have the words only with typos
 */
export async function findTitles(search: SearchContext, q: string, withTypos: boolean): Promise<Candidate[]> {
  if (fold(q) === '') return [];
  // Behind a sign, Elasticsearch would take the last word as complete.
  const query = q.replace(/[^\p{L}\p{N}\p{M}]+$/u, '') || q;
  const exact: Clause = { match_bool_prefix: { title_words: { query, operator: 'and' } } };
  const { hits } = await search.records({
    query: allOf([...(withTypos ? [nearly(query), without(exact)] : [exact]), ...filterClauses({})]),
    sort: toSort(newestFirst),
    size: maxHits,
    track_total_hits: false,
    _source: ['title'],
  });
  return readTitles(hits);
}

/** One typo in words of four letters or more, two in those of six or more; the first letter must be right. */
const typos = { fuzziness: 'AUTO:4,6', prefix_length: 1 };

/** All words with typos, the last one complete with typos or incomplete without. */
const nearly = (query: string): Clause =>
  either([
    { match: { title_words: { query, operator: 'and', ...typos } } },
    { match_bool_prefix: { title_words: { query, operator: 'and', ...typos } } },
  ]);

/** @param hits the records of lots, newest first */
function readTitles(hits: readonly RecordHit[]): Candidate[] {
  const texts = new Map<string, string>();
  for (const { record } of hits) {
    const text = suggestedTitle(record.title);
    const folded = fold(text);
    const known = texts.get(folded);
    // A spelling that is not all capitals is the better one.
    if (folded !== '' && (known === undefined || known === known.toUpperCase())) texts.set(folded, text);
  }
  return [...texts].map(([input, text]) => ({
    term: { type: 'title', text, synonyms: [], filter: { q: phraseQuery(text) } },
    ...{ input, lots: 0 },
  }));
}

/** Longest text of a suggested title: in quotes it is a value of the parameter `q`, which takes 200 characters. */
const maxTitleLength = 198;

/** A title as it is suggested: in one line, and cut after a word where it is too long. */
function suggestedTitle(title: string): string {
  const line = title.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= maxTitleLength) return line;
  return line.slice(0, Math.max(0, line.lastIndexOf(' ', maxTitleLength)));
}

/** The value of `q` that finds the lots whose title has a suggested one in it. Quotes inside would end the phrase. */
function phraseQuery(text: string): string {
  return `"${text.replaceAll('"', ' ').replace(/ +/g, ' ').trim()}"`;
}
