import type { Pagination } from './envelope.ts';

/** Where a page stands; 0 pages where nothing is found. */
export function presentPagination(page: number, limit: number, totalRecords: number): Pagination {
  return { current_page: page, total_pages: Math.ceil(totalRecords / limit), total_records: totalRecords };
}
