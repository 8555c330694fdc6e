import { resultWindow } from '../mappings/records-index.ts';
import type { Clause } from './query/clauses.ts';
import { daysBody, daysTogether } from './query/list.ts';
import { newestFirst, type SortValues, toSort } from './query/order.ts';
import type { ListRequest } from './search/pagination.ts';
import { contradiction, type Engine } from './search/search-context.ts';
import type { Places } from './search/version-memo.ts';

/** Records that one step of a walk passes: the most that one search may give. */
const stepSize = resultWindow;

/** A walk remembers a place after every so many records. */
const placeEvery = 1000;

/** Most places remembered of one list; those remembered first go first. */
const maxPlaces = 5000;

/**
 * The sort values of the record before the one at `offset` (from 0) of a list that reaches beyond it: a search
 * after them begins there. Walks on from the nearest place remembered for this query, order and state of the
 * data, or from the day it falls on, 10,000 records a step, so that memory stays bounded in Elasticsearch and here.
 */
export async function findPlace(engine: Engine, request: ListRequest, offset: number): Promise<SortValues> {
  const places = placesOf(engine, request);
  const before = places.walk;
  const walk = before.catch(() => undefined).then(() => walkTo(engine, request, places, offset));
  places.walk = walk;
  return walk;
}

/** Remembers that `passed` records stand up to the one with these sort values. */
export function rememberPlace(
  engine: Engine,
  request: ListRequest,
  passed: number,
  sortValues: SortValues,
): void {
  // Below, `from` finds the place as fast.
  if (passed < stepSize - request.limit) return;
  remember(placesOf(engine, request), passed, sortValues);
}

/** Records passed, and the sort values of the last of them; of none, undefined. */
interface Place {
  passed: number;
  last: SortValues | undefined;
}

async function walkTo(
  engine: Engine,
  request: ListRequest,
  places: Places,
  offset: number,
): Promise<SortValues> {
  const { query, order, preference } = request;
  let { passed, last } = nearestPlace(engine, request, offset);
  if (offset - passed > stepSize && order === newestFirst) {
    const day = await lookUpDay(engine, query, offset);
    if (day.passed > passed) ({ passed, last } = day);
  }
  while (passed < offset) {
    const answer = await engine.search({
      query,
      sort: toSort(order),
      size: Math.min(stepSize, offset - passed),
      ...(last && { search_after: last }),
      ...(preference && { preference }),
      _source: false,
      track_total_hits: false,
      filter_path: 'hits.hits.sort',
    });
    const steps = (answer.hits?.hits ?? []).map((hit) => hit.sort as SortValues);
    if (steps.length === 0) throw contradiction(engine);
    for (const sortValues of steps) {
      passed++;
      if (passed % placeEvery === 0) remember(places, passed, sortValues);
    }
    last = steps.at(-1)!;
  }
  if (passed === offset) remember(places, offset, last!);
  return last!;
}

/**
 * Of the list in the order of its days, newest first: the place before the days among which a record is. To count all
 * days takes less than one step of a walk.
 */
async function lookUpDay(engine: Engine, query: Clause, offset: number): Promise<Place> {
  const { aggregations } = await engine.search<unknown, { days: { buckets: Days[] } }>(daysBody(query));
  let passed = 0;
  for (const days of aggregations!.days.buckets.toReversed()) {
    // Behind the last record, of id 0, that the day after them could have.
    if (passed + days.doc_count > offset) return { passed, last: [days.key + daysTogether, 0] };
    passed += days.doc_count;
  }
  return { passed: 0, last: undefined };
}

interface Days {
  key: number;
  doc_count: number;
}

/** About how many records `findPlace` has to pass on its way. */
export function wayTo(engine: Engine, request: ListRequest, offset: number): number {
  const way = offset - nearestPlace(engine, request, offset).passed;
  return request.order === newestFirst ? Math.min(way, stepSize) : way;
}

/** The last place known before the record at `offset`: the records passed there, and the last one's sort values. */
function nearestPlace(engine: Engine, request: ListRequest, offset: number): Place {
  const { after } = placesOf(engine, request);
  let nearest = 0;
  for (const passed of after.keys()) {
    if (passed <= offset && passed > nearest) nearest = passed;
  }
  return { passed: nearest, last: after.get(nearest) };
}

function remember({ after }: Places, passed: number, sortValues: SortValues): void {
  after.set(passed, sortValues);
  if (after.size > maxPlaces) after.delete(after.keys().next().value!);
}

function placesOf(engine: Engine, { query, order }: ListRequest): Places {
  const key = JSON.stringify([query, order]);
  const places = engine.known.places.get(key) ?? { after: new Map(), walk: Promise.resolve() };
  engine.known.places.set(key, places);
  return places;
}
