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

// Maps, because the keys come from the URL, and an object has inherited keys such as "constructor".
const codes = new Map(Object.entries(words.codes));
const labels = new Map(Object.entries(words.labels));
const problems = new Map(Object.entries(words.problems));

/** The problem of a failed response. */
export async function problemOf(response: Response): Promise<Problem> {
  const kind = kindOf(response.status);
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  const retryAfterS = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Problem(kind, problemWords(kind, body?.error), {
    ...(Number.isFinite(retryAfterS) && { retryAfterS }),
  });
}

function kindOf(status: number): ProblemKind {
  if (status === 404) return 'missing';
  if (status === 429) return 'limited';
  return status >= 500 ? 'busy' : 'refused';
}

/** Explains an error to a visitor by its codes. The messages of the API are for developers. */
export function problemWords(kind: ProblemKind, error: ErrorBody['error']): ProblemWords {
  // An error of a proxy has no code, and a later version of the API may have new codes.
  const { title, advice } = codes.get(error?.code ?? '') ?? words.codes[byKind[kind]];
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
  const [label = words.otherValue, form = 'none'] = labels.get(parameter) ?? [];
  const isRange = code === 'conflict' && /_(min|from)$/.test(parameter);
  const say = problems.get(code) ?? words.problems.wrong_type!;
  return (isRange ? words.emptyRange(label) : say(label, value, words.forms[form])).trim();
}
