/** One HTTP request. */
export interface Exchange {
  method: 'GET' | 'POST';
  /** With its query string. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One or several requests in sequence: the unit that is counted and timed. */
export type Question = Exchange[];
