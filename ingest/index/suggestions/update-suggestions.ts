import type { Client, estypes } from '@elastic/elasticsearch';
import { countWrites } from '../index-meta.ts';
import { nameSuggestions, wordsOf } from './build-suggestions.ts';
import { readTitles } from './read-lots.ts';
import { phraseQuery, type Suggestion, suggestedTitle, suggestTitle } from './suggestion-documents.ts';
import { writeSuggestions } from './suggestion-index.ts';

/** Titles counted by one search. */
const phrasesPerSearch = 200;

/**
 * Brings suggestions up to date with a few changed lots: every name, and the titles of the lots that an import wrote.
 * Titles that are no more stay; they are not shown, because the API counts the lots of what it shows.
 * @param indices the live index of suggestions, and any that is being built
 * @param importNumber undefined to leave titles alone
 */
export async function updateSuggestions(
  elasticsearch: Client,
  recordsIndex: string,
  indices: readonly string[],
  importNumber: number | undefined,
): Promise<void> {
  const seen = await countWrites(elasticsearch, recordsIndex);
  const suggestions = await nameSuggestions(elasticsearch, recordsIndex);
  const titles = importNumber === undefined ? [] : await titlesOf(elasticsearch, recordsIndex, importNumber);
  for (let start = 0; start < titles.length; start += phrasesPerSearch) {
    const some = titles.slice(start, start + phrasesPerSearch);
    suggestions.push(...(await countTitles(elasticsearch, recordsIndex, some)));
  }
  await writeSuggestions(elasticsearch, { indices }, suggestions, seen);
  await elasticsearch.indices.refresh({ index: [...indices], ignore_unavailable: true });
}

/** The titles of an import's lots, each in one spelling. */
async function titlesOf(
  elasticsearch: Client,
  recordsIndex: string,
  importNumber: number,
): Promise<[folded: string, text: string][]> {
  const titles = new Map<string, string>();
  for await (const page of readTitles(elasticsearch, recordsIndex, { term: { import: importNumber } })) {
    for (const text of page.map(suggestedTitle)) {
      const folded = wordsOf(text).join(' ');
      if (folded === '') continue;
      // A spelling that is not all capitals is the better one.
      if (!titles.has(folded) || text !== text.toUpperCase()) titles.set(folded, text);
    }
  }
  return [...titles];
}

async function countTitles(
  elasticsearch: Client,
  recordsIndex: string,
  titles: readonly [folded: string, text: string][],
): Promise<Suggestion[]> {
  const filters = titles.map(
    ([, text]): estypes.QueryDslQueryContainer => ({
      match_phrase: { title: phraseQuery(text) },
    }),
  );
  const { aggregations } = await elasticsearch.search({
    index: recordsIndex,
    size: 0,
    track_total_hits: false,
    aggs: { titles: { filters: { filters } } },
  });
  const { buckets } = aggregations!.titles as unknown as { buckets: { doc_count: number }[] };
  return titles.map(([folded, text], i) => suggestTitle(text, folded.split(' '), buckets[i]!.doc_count));
}
