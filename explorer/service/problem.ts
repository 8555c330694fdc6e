/** Why a response can be unavailable. */
export type ProblemKind = 'refused' | 'missing' | 'limited' | 'busy' | 'offline' | 'unreachable';

/** One part of a request that the API rejects. */
export interface ProblemDetail {
  parameter: string;
  message: string;
}

/** Why there is no response, with the message of the API where there is one. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly details: readonly ProblemDetail[];
  /** Seconds after which to retry. */
  readonly retryAfterS: number | undefined;

  constructor(
    kind: ProblemKind,
    message: string,
    options: { details?: ProblemDetail[]; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.details = options.details ?? [];
    this.retryAfterS = options.retryAfterS;
  }
}

/** The problem of a response other than 200. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = await response.json().catch(() => undefined);
  const message = body?.error?.message ?? `${response.status} ${response.statusText}`;
  const details = body?.error?.details ?? [];
  const retryAfterS = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Problem(kindOf(response.status), message, {
    details,
    ...(Number.isFinite(retryAfterS) && { retryAfterS }),
  });
}

function kindOf(status: number): ProblemKind {
  if (status === 404) return 'missing';
  if (status === 429) return 'limited';
  return status >= 500 ? 'busy' : 'refused';
}
