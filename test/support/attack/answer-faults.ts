import { Ajv2020 } from 'ajv/dist/2020.js';
import { ErrorEnvelope } from '../../../api/http/render-errors.ts';
import type { DescribedPath } from '../contract/api-description.ts';
import type { RawAnswer } from './send-raw.ts';

const isErrorEnvelope = new Ajv2020({ strict: false }).compile(ErrorEnvelope);

/** Texts that no response may contain: stack traces, names of programs and folders, and parts of Elasticsearch queries. */
const internals =
  /^\s+at .+:\d+|node_modules|node:internal|\.ts:\d|org\.elasticsearch|org\.apache|_exception\b|root_cause|ECONN|ioredis/m;

/** The headers that responses of the service may have. */
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
 * The faults of a response to an attack; [] for none. A response must be documented for the path, or be an error in its
 * envelope with a status below 500. It may have only known headers, and must not reveal internals.
 * @param path undefined if the OpenAPI document does not have the path
 */
export function answerFaults(answer: RawAnswer, path?: DescribedPath): string[] {
  const faults: string[] = [];
  if (!(answer.status >= 200 && answer.status < 500)) faults.push(`status ${answer.status}`);
  for (const name of answer.headers.keys()) if (!knownHeaders.has(name)) faults.push(`header ${name}`);
  const leak = internals.exec(answer.head + answer.body);
  if (leak) faults.push(`it tells ${JSON.stringify(leak[0])}`);
  if (answer.status >= 400) faults.push(...envelopeFaults(answer));
  // Refused methods and invalid HTTP are not in the OpenAPI document.
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
