/** One HTTP request to be sent as it stands. */
export interface Exchange {
  method: 'GET' | 'POST';
  /** With its query string. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What is answered by one or several requests, one after the other: the unit that is counted and timed. */
export type Question = Exchange[];
