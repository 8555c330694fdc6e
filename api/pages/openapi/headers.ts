const header = (description: string, type = 'string') => ({
  description,
  schema: { type },
  'x-choice': true,
});

/** Every documented response header. */
export const headers = {
  'Cache-Control': header(
    'Answers may be kept, and must be asked for again with their ETag; errors are `no-store`.',
  ),
  'Content-Disposition': header('The file name of an export.'),
  ETag: header('Names the answer; send it as If-None-Match to get 304 while nothing changed.'),
  Link: header('Pages around this one: first, prev, next, last (RFC 8288).'),
  'RateLimit-Policy': header('The limit: q requests in w seconds.'),
  RateLimit: header('r requests are left; in t seconds the oldest counted one leaves the window.'),
  'Retry-After': header('Seconds after which another try makes sense.', 'integer'),
  'Server-Timing': header('Where the time went, in milliseconds.'),
  Vary: header('The request headers that the answer depends on.'),
  'X-RateLimit-Limit': header('Requests allowed in the window.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left.', 'integer'),
  'X-RateLimit-Reset': header('Epoch second at which the oldest counted request leaves.', 'integer'),
  'X-Total-Records': header('Records in an export.', 'integer'),
  'X-Request-Id': header('Names the request; taken over from the request where it is sane.'),
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
