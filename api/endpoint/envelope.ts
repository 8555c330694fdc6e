import { unknownNames } from '../params/vocabulary-names.ts';
import { maxLookedUp } from '../present/envelope.ts';
import { presentHints } from '../present/hints.ts';
import type { DataState } from '../search/data-version.ts';
import type { Answer } from './define-route.ts';
import type { PlainAnswer } from './encoded-body.ts';
import { pageLinks } from './links.ts';
import { RawJson } from './raw-json.ts';

/** What was asked, as understood. */
export interface RenderRequest {
  path: string;
  /** The query parameters. */
  params: Record<string, unknown>;
  state: DataState;
}

/** The bytes of an answer: the envelope of the specification, with what explains the answer in `meta`. */
export function renderAnswer(
  { data, pagination, meta = {} }: Answer,
  { path, params, state }: RenderRequest,
): PlainAnswer {
  const { sort, ...further } = meta;
  const unknown = unknownNames(params, maxLookedUp);
  const rest = JSON.stringify({
    pagination: pagination ?? null,
    meta: {
      filters: shownFilters(params),
      sort,
      data_version: state.dataVersion,
      as_of: state.asOf,
      hints: unknown.length > 0 ? presentHints(unknown) : undefined,
      ...further,
    },
  });
  const nextCursor = meta.next_cursor as string | undefined;
  return {
    body: enveloped(data, `,${rest.slice(1)}`),
    link: pagination && pageLinks({ path, params, pagination, nextCursor }),
  };
}

const beforeData = '{"success":true,"data":';

function enveloped(data: unknown, afterData: string): Buffer {
  if (!(data instanceof RawJson)) return Buffer.from(beforeData + JSON.stringify(data) + afterData);
  return Buffer.concat([Buffer.from(beforeData), ...data.pieces, Buffer.from(afterData)]);
}

/** A cursor stands in the place of a page and means nothing to a reader; the sort is shown beside. */
function shownFilters({ sort: _sort, cursor, page, ...filters }: Record<string, unknown>) {
  return page === undefined || cursor !== undefined ? filters : { page, ...filters };
}
