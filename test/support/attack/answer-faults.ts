import { faultsOf } from '../contract/contract.ts';
import type { RawAnswer } from './send-raw.ts';

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
 * @param path '' if the OpenAPI document does not have the path
 */
export function answerFaults(answer: RawAnswer, path = ''): string[] {
  const faults: string[] = [];
  if (!(answer.status >= 200 && answer.status < 500)) faults.push(`status ${answer.status}`);
  for (const name of answer.headers.keys()) if (!knownHeaders.has(name)) faults.push(`header ${name}`);
  const leak = internals.exec(answer.head + answer.body);
  if (leak) faults.push(`it tells ${JSON.stringify(leak[0])}`);
  if (answer.status >= 400 && !answer.headers.has('x-request-id')) faults.push('no X-Request-Id');
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (path !== '' || (isJson && answer.status >= 400)) faults.push(...faultsOf(path, answer));
  return faults;
}
