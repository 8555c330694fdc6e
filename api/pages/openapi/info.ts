import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../config/project-root.ts';
import { docsPath } from '../docs/pages.ts';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
};

/** What the document says about the API as a whole. Its version is that of the package. */
export const info = {
  title: 'Gemstone Auction Data Service',
  version,
  summary: 'Gemstone auction records, statistics, price rankings and search suggestions',
  description: [
    'Read-only JSON over GET (and HEAD). Every response is an object with `success`, `data`, `pagination` and `meta`; an error response also has `error`, which lists all problems of the request.',
    '',
    '- `x-choice` marks choices where the specification is open; `x-extension` marks extensions of it; `x-examples` are valid requests.',
    '- Parameters are strict: an unknown, repeated, empty or out-of-range parameter returns 400 and is never ignored. Numbers are written in digits: `0.5`, not `5e-1`. Text is percent-encoded UTF-8 without NUL characters.',
    '- The values of a list are separated by commas or sent as repeated parameters; a comma within a value separates too, and an empty value returns 400.',
    '- A lower bound above its upper bound (`weight_min`, `price_min`, `price_per_carat_min`, and `date_from` above `date_to` or `as_of`), and parameters that exclude each other by their descriptions, return 400. A `cursor` that no response returned, or that belongs to another list, returns 400.',
    '- 1000 requests per rolling hour and client address; the `RateLimit` headers show how many are left, and a 429 response shows when to retry.',
    '- The concurrent requests of a client address are limited, including unread responses; statistics and exports have lower limits. Only one export per address runs at a time, while others wait. Above the limit the response is 429 with `Retry-After`. The connection of a client that reads too slowly is closed.',
    '- Every response has an ETag: send it as `If-None-Match` to get 304 while the data is unchanged.',
    '',
    '## Compatibility',
    '',
    `Within \`/api/v1\` and \`/api/ext\` changes are additions only: new paths, optional parameters, response fields, response headers, error codes, and values of text fields. Clients must ignore fields that they do not know and treat unknown values of a field as they treat a missing value. An incompatible change gets a new path prefix. The details are on the page [Compatibility](${docsPath('compatibility')}).`,
    '',
    `A path, parameter or field that will be removed is marked \`deprecated\` here, and responses that use it carry the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594). It stays for at least 12 months after the announcement.`,
  ].join('\n'),
  contact: {
    name: 'Operators of the Gemstone Auction Data Service; include the X-Request-Id of the response',
  },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};
