import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import Type, { type Static } from 'typebox';
import { ApiError, ClientDisconnected, documentationOf, errorCodes, problemCodes } from './errors.ts';

/**
 * Responds to errors of the middleware; client-errors.ts responds to invalid HTTP. An unexpected error is logged and
 * answered without its details.
 */
export function renderErrors(log: Logger): Middleware {
  return async (context, next) => {
    try {
      await next();
      if (context.status === 404 && context.body == null) throw new ApiError('not_found');
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError('internal', { cause: thrown });
      const isGone = thrown instanceof ClientDisconnected && context.res.destroyed;
      if (error !== thrown && !isGone) {
        log.error({ err: thrown, requestId: context.state.requestId }, 'a request failed unexpectedly');
      }
      context.state.error = error;
      context.status = errorCodes[error.code].status;
      context.remove('ETag');
      context.remove('Last-Modified');
      context.remove('Link');
      context.remove('Content-Encoding');
      context.set({ 'Cache-Control': 'no-store', ...error.headers });
      context.type = 'application/json';
      context.body = JSON.stringify(errorBody(error));
    }
  };
}

/** The schema of every error. */
export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    data: Type.Null(),
    pagination: Type.Null({ 'x-null-of': 'Pagination' }),
    meta: Type.Object({}, { additionalProperties: false }),
    error: Type.Object(
      {
        code: Type.Enum(Object.keys(errorCodes), { 'x-open-values': true }),
        message: Type.String({ minLength: 1 }),
        details: Type.Array(
          Type.Object(
            {
              parameter: Type.String({ description: 'The name as sent, cut at 200 characters.' }),
              code: Type.Enum(Object.keys(problemCodes), {
                description: Object.entries(problemCodes)
                  .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
                  .join(' '),
              }),
              message: Type.String({ minLength: 1 }),
              value: Type.Optional(
                Type.String({ description: 'The invalid value as sent, cut at 200 characters.' }),
              ),
              allowed: Type.Optional(
                Type.Array(Type.String(), { description: 'The allowed values, where they can be listed.' }),
              ),
            },
            { $id: 'ErrorDetail', title: 'A problem of the request', additionalProperties: false },
          ),
          { description: 'All problems of the request.' },
        ),
        documentation: Type.String({
          format: 'uri-reference',
          description: 'The page that explains the code, relative to this service.',
        }),
      },
      { $id: 'ErrorBody', title: 'What went wrong, and how to fix it', additionalProperties: false },
    ),
  },
  { $id: 'ErrorResponse', title: 'Error response', additionalProperties: false, 'x-choice': true },
);

export type ErrorEnvelope = Static<typeof ErrorEnvelope>;

/** The body of an error. */
export function errorBody({ code, message, details }: ApiError): ErrorEnvelope {
  return {
    success: false,
    data: null,
    pagination: null,
    meta: {},
    error: { code, message, details, documentation: documentationOf(code) },
  };
}
