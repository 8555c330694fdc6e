import { errorsText as words } from '../text/errors-text.ts';
import { Problem, type ProblemKind, type ProblemWords } from './problem.ts';

/** The parts of an error body that the page reads. */
interface ErrorBody {
  error?: { code?: string; details?: ProblemDetail[] };
}

/** One part of a request that the API rejects. */
interface ProblemDetail {
  parameter: string;
  code: string;
  /** The invalid value as sent. */
  value?: string;
}

/** An entry of a table by a key from the URL: an object has inherited keys such as "constructor". */
const entryOf = <Value>(table: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The problem of a failed response. */
export async function problemOf(response: Response): Promise<Problem> {
  const kind = kindOf(response.status);
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  const retryAfterS = Number(response.headers.get('Retry-After')) || undefined;
  return new Problem(kind, problemWords(kind, body?.error), retryAfterS);
}

function kindOf(status: number): ProblemKind {
  if (status === 404) return 'missing';
  if (status === 429) return 'limited';
  return status >= 500 ? 'busy' : 'refused';
}

/** Explains an error to a visitor by its codes. The messages of the API are for developers. */
export function problemWords(kind: ProblemKind, error: ErrorBody['error']): ProblemWords {
  // An error of a proxy has no code, and a later version of the API may have new codes.
  const { title, advice } =
    entryOf<{ title: string; advice: string }>(words.codes, error?.code ?? '') ?? words.codes[byKind[kind]];
  return { title, advice, details: [...new Set((error?.details ?? []).map(detailWords))] };
}

const byKind = {
  refused: 'malformed_request',
  missing: 'not_found',
  limited: 'rate_limited',
  busy: 'unavailable',
  unreachable: 'unavailable',
} as const;

function detailWords({ parameter, code, value = '' }: ProblemDetail): string {
  const [label, form] = entryOf(words.labels, parameter) ?? [words.otherValue];
  if (code === 'conflict' && /_(min|from)$/.test(parameter)) return words.emptyRange(label);
  const said = entryOf(words.problems, code)?.(label, value);
  return said ?? [words.invalid(label, value), form && words.forms[form]].filter(Boolean).join(' ');
}
