import { text } from '../text/text.ts';
import type { Answer } from './answers.ts';
import { Problem } from './problem.ts';

/** How long a response is reused without a request; after that the browser revalidates it by ETag. */
const freshForMs = 5 * 60_000;
/** Maximum cached responses. */
const maxResponses = 100;

interface Kept {
  answer: Promise<Answer<unknown>>;
  at: number;
}

const kept = new Map<string, Kept>();
let currentVersion: string | undefined;

/** The data version of the newest response. */
export const dataVersion = () => currentVersion;

/**
 * Loads the response of a request. Equal requests within minutes share one response, including requests in flight.
 * @param url path and query
 * @throws Problem
 */
export function load<Data>(url: string): Promise<Answer<Data>> {
  if (isKept(url)) return kept.get(url)!.answer as Promise<Answer<Data>>;
  kept.delete(url);
  const answer = request(url);
  kept.set(url, { answer, at: performance.now() });
  if (kept.size > maxResponses) kept.delete(kept.keys().next().value!);
  answer.then(
    ({ meta }) => {
      // A response that was made while data was published has no version.
      if (meta.data_version === null) kept.delete(url);
      else noticeVersion(meta.data_version);
    },
    () => kept.delete(url),
  );
  return answer as Promise<Answer<Data>>;
}

/** Whether a response is cached. */
export function isKept(url: string): boolean {
  const known = kept.get(url);
  return known !== undefined && performance.now() - known.at < freshForMs;
}

async function request(url: string): Promise<Answer<unknown>> {
  let response: Response;
  try {
    // The browser cache revalidates by ETag: an unchanged response is a short 304.
    response = await fetch(url, { headers: { Accept: 'application/json' } });
  } catch (cause) {
    const words = navigator.onLine ? text.states.unreachable : text.states.offline;
    throw new Problem('unreachable', words, { cause });
  }
  // Loaded on demand, because most visits need none of its words.
  if (!response.ok) throw await (await import('./problem-words.ts')).problemOf(response);
  return response.json().catch((cause) => {
    throw new Problem('unreachable', text.states.unreachable, { cause });
  });
}

/** Drops responses of an older data version, so that no view mixes two versions for long. */
function noticeVersion(version: string): void {
  if (version === currentVersion) return;
  const isFirst = currentVersion === undefined;
  currentVersion = version;
  if (isFirst) return;
  for (const [url, { answer }] of kept) {
    void answer.then(({ meta }) => meta.data_version !== version && kept.delete(url)).catch(() => undefined);
  }
}
