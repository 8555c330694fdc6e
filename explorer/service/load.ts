import { text } from '../text/text.ts';
import type { Answer } from './answers.ts';
import { Problem } from './problem.ts';

/** How long a response is reused without a request; after that the browser revalidates it by ETag. */
const freshForMs = 5 * 60_000;

const kept = new Map<string, Promise<Answer<unknown>>>();
let currentVersion: string | undefined;

/** The data version of the newest response. */
export const dataVersion = () => currentVersion;

/**
 * Loads the response of a request. Equal requests within minutes share one response, including requests in flight.
 * @param url path and query
 * @throws Problem
 */
export function load<Data>(url: string): Promise<Answer<Data>> {
  const known = kept.get(url);
  if (known) return known as Promise<Answer<Data>>;
  const answer = request(url);
  const drop = () => kept.delete(url);
  kept.set(url, answer);
  setTimeout(drop, freshForMs);
  // A response that was made while data was published has no version.
  answer.then(({ meta }) => (meta.data_version === null ? drop() : noticeVersion(meta.data_version)), drop);
  return answer as Promise<Answer<Data>>;
}

async function request(url: string): Promise<Answer<unknown>> {
  let response: Response;
  try {
    // The browser cache revalidates by ETag: an unchanged response is a short 304.
    response = await fetch(url, { headers: { Accept: 'application/json' } });
    if (response.ok) return await response.json();
  } catch (cause) {
    const words = navigator.onLine ? text.states.unreachable : text.states.offline;
    throw new Problem('unreachable', words, undefined, cause);
  }
  // Loaded on demand, because most visits need none of its words.
  throw await (await import('./problem-words.ts')).problemOf(response);
}

/** Drops all responses when the data version changes, so that no view mixes two versions for long. */
function noticeVersion(version: string): void {
  if (currentVersion !== undefined && version !== currentVersion) kept.clear();
  currentVersion = version;
}
