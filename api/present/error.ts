import { type ApiError, errorCodes } from '../http/errors.ts';
import type { ErrorEnvelope } from './envelope.ts';

/** The body of an error. */
export function presentError({ code, message, details }: ApiError): ErrorEnvelope {
  return {
    success: false,
    data: null,
    pagination: null,
    meta: {},
    error: { code, message, details, documentation: errorCodes[code].documentation },
  };
}
