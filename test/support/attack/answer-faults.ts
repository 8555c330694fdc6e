import { Ajv2020 } from 'ajv/dist/2020.js';
import { ErrorEnvelope } from '../../../api/http/render-errors.ts';
import type { DescribedPath } from '../contract/api-description.ts';
import type { RawAnswer } from './send-raw.ts';

const isErrorEnvelope = new Ajv2020({ strict: false }).compile(ErrorEnvelope);

/** What no client may read: stacks, the names of programs and folders, and how Elasticsearch is asked. */
const internals =
  /^\s+at .+:\d+|node_modules|node:internal|\.ts:\d|org\.elasticsearch|org\.apache|_exception\b|root_cause|ECONN|ioredis/m;

/** Headers that the service may answer with; a header that somebody else has put there is none of them. */
const knownHeaders = new Set(
  [
    'access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers',
    'access-control-max-age allow cache-control connection content-disposition content-encoding content-length',
    'content-security-policy content-type cross-origin-opener-policy cross-origin-resource-policy date etag keep-alive last-modified link',
    'ratelimit ratelimit-policy referrer-policy retry-after server-timing strict-transport-security transfer-encoding vary',
    'x-content-type-options x-frame-options x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-request-id',
    'x-total-records',
    'x-data-version',
  ].flatMap((line) => line.split(' ')),
);

/**
 * What is wrong with an answer to an attack; [] for nothing. Whatever was asked, it is an answer that the document has
 * for the path, or an error in its envelope, below 500, with headers of ours alone and without a word of how it is made.
 * @param path undefined where the address is none of the document's
 */
export function answerFaults(answer: RawAnswer, path?: DescribedPath): string[] {
  const faults: string[] = [];
  if (!(answer.status >= 200 && answer.status < 500)) faults.push(`status ${answer.status}`);
  for (const name of answer.headers.keys()) if (!knownHeaders.has(name)) faults.push(`header ${name}`);
  const leak = internals.exec(answer.head + answer.body);
  if (leak) faults.push(`it tells ${JSON.stringify(leak[0])}`);
  if (answer.status >= 400) faults.push(...envelopeFaults(answer));
  // Methods and what is not HTTP are no paths of the document.
  if (path && ![405, 408].includes(answer.status)) faults.push(...path.faultsOf(answer));
  return faults;
}

function envelopeFaults({ headers, body, head }: RawAnswer): string[] {
  const faults = headers.has('x-request-id') ? [] : ['no X-Request-Id'];
  if (headers.get('cache-control') !== 'no-store') faults.push('an error that may be kept');
  if (body === '')
    return / (4\d\d) /.test(head) && headers.get('content-length') !== '0' ? faults : [...faults, 'no body'];
  if (!isErrorEnvelope(JSON.parse(body))) faults.push(`no envelope: ${body.slice(0, 200)}`);
  return faults;
}
