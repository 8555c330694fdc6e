const header = (description: string, type = 'string') => ({
  description,
  schema: { type },
  'x-choice': true,
});

/** Every documented response header. */
export const headers = {
  'Cache-Control': header(
    'Responses can be cached and must be revalidated with their ETag; errors are `no-store`, and so are responses while an import makes its data visible.',
  ),
  'Content-Disposition': header(
    'The file name of an export: its view, its parameters and the version of the data.',
  ),
  ETag: header('Identifies the response; send it as If-None-Match to get 304 while nothing has changed.'),
  'Last-Modified': header(
    'When the response last changed; send it as If-Modified-Since to get 304 until it changes again. The ETag is more precise.',
  ),
  Link: header(
    'Links (RFC 8288): the first, prev, next and last page of a list, and the descriptions of the API, service-desc and service-doc.',
  ),
  'RateLimit-Policy': header('The limit: q requests in w seconds.'),
  RateLimit: header('r requests are left; the oldest counted request leaves the window in t seconds.'),
  'Retry-After': header('Seconds to wait before a retry.', 'integer'),
  'Server-Timing': header('Durations of the parts of the request, in milliseconds.'),
  Vary: header('The request headers on which the response depends.'),
  'X-Data-Version': header('Identifies the version of the data, as `meta.data_version` does.'),
  'X-RateLimit-Limit': header('Requests allowed in the window.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left.', 'integer'),
  'X-RateLimit-Reset': header('Epoch second at which the oldest counted request leaves.', 'integer'),
  'X-Total-Records': header('Rows of an export, or lots that a feed follows.', 'integer'),
  'X-Request-Id': header('Identifies the request; copied from the request where it is valid.'),
};

export type HeaderName = keyof typeof headers;

/** On every response that counts towards the rate limit, errors included; absent without a limit. */
export const limitHeaders: HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** The headers of a response, as references to their descriptions. */
export const headerReferences = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
