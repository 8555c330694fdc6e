import type { StoredScorecard } from '../../../mappings/scorecard.ts';
import type { SearchBody } from '../../query/search-body.ts';
import type { IndexState } from '../../search/index-state.ts';
import type { SearchContext } from '../../search/search-context.ts';
import type { ScoredGem } from '../present/scorecard.ts';

/** The only document of the index, which the scorecard process creates with the first scorecard. */
const body: SearchBody = { ignore_unavailable: true, size: 1, track_total_hits: false };

/** The stored scorecard; undefined before the first one. */
export async function readScorecard(
  search: SearchContext,
  state: IndexState,
): Promise<StoredScorecard<ScoredGem> | undefined> {
  const { hits } = await search.on(state.scorecard).search<StoredScorecard<ScoredGem>>(body);
  return hits.hits[0]?._source;
}

/** When the stored scorecard was computed: ISO 8601; undefined where there is none. */
export async function readScorecardChange(
  state: IndexState,
  openSearch: () => SearchContext,
): Promise<string | undefined> {
  const { hits } = await openSearch()
    .on(state.scorecard)
    .search<StoredScorecard<ScoredGem>>({ ...body, _source: ['computed_at'] });
  return hits.hits[0]?._source?.computed_at;
}
