import type { TProperties } from 'typebox';
import { extensions, integer } from './kinds.ts';

const page = { description: 'Page number.', minimum: 1, maximum: 2 ** 31 - 1, default: 1, examples: [1] };
const limit = { description: 'Records per page.', minimum: 1, maximum: 100, default: 20, examples: [20] };

/** Paging of the list, as in the specification. */
export const pagingParams = { page: integer(page), limit: integer(limit) } satisfies TProperties;

/** The same paging, marked as our choice where the specification has none. */
export const extensionPagingParams = extensions(pagingParams);

/** The validated page of a request. */
export interface Paging {
  page: number;
  limit: number;
}
