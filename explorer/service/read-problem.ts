import { type ErrorBody, Problem, type ProblemKind } from './problem.ts';

/** The problem of a failed response. The words are loaded on demand, because most visits need none. */
export async function problemOf(response: Response): Promise<Problem> {
  const kind = kindOf(response.status);
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  const { problemWords } = await import('./problem-words.ts');
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
