import type { ErrorCode } from '../../api/http/errors.ts';

/** Why a response can be unavailable. */
export type ProblemKind = 'refused' | 'missing' | 'limited' | 'busy' | 'offline' | 'unreachable';

/** One part of a request that the API rejects. */
export interface ProblemDetail {
  parameter: string;
  code: string;
  /** The invalid value as sent. */
  value?: string;
}

/** Why there is no response, with the code of the API where there is one; its message is for developers. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: ErrorCode | undefined;
  readonly details: readonly ProblemDetail[];
  /** Seconds after which to retry. */
  readonly retryAfterS: number | undefined;

  constructor(
    kind: ProblemKind,
    message: string,
    options: { code?: ErrorCode; details?: ProblemDetail[]; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = options.code;
    this.details = options.details ?? [];
    this.retryAfterS = options.retryAfterS;
  }
}

interface ErrorBody {
  error?: { code?: ErrorCode; message?: string; details?: ProblemDetail[] };
}

/** The problem of a response other than 200. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  const message = body?.error?.message ?? `${response.status} ${response.statusText}`;
  const details = body?.error?.details ?? [];
  const retryAfterS = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Problem(kindOf(response.status), message, {
    ...(body?.error?.code && { code: body.error.code }),
    details,
    ...(Number.isFinite(retryAfterS) && { retryAfterS }),
  });
}

function kindOf(status: number): ProblemKind {
  if (status === 404) return 'missing';
  if (status === 429) return 'limited';
  return status >= 500 ? 'busy' : 'refused';
}
