import { errorsText as words } from '../text/errors-text.ts';
import type { ErrorBody, ProblemDetail, ProblemKind, ProblemWords } from './problem.ts';

// Maps, because the keys come from the URL, and an object has inherited keys such as "constructor".
const codes = new Map(Object.entries(words.codes));
const labels = new Map(Object.entries(words.labels));
const problems = new Map(Object.entries(words.problems));

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
