import Type, { type Static } from 'typebox';
import { type ApiError, errorCodes } from './errors.ts';

/** The schema of every error. */
export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    data: Type.Null(),
    pagination: Type.Null(),
    meta: Type.Object({}, { additionalProperties: false }),
    error: Type.Object(
      {
        code: Type.Enum(Object.keys(errorCodes)),
        message: Type.String({ minLength: 1 }),
        details: Type.Array(
          Type.Object(
            {
              parameter: Type.String(),
              message: Type.String({ minLength: 1 }),
              allowed: Type.Optional(
                Type.Union([Type.String(), Type.Array(Type.String())], {
                  description: 'The allowed names, or the allowed range in words.',
                }),
              ),
            },
            { additionalProperties: false },
          ),
          { description: 'All problems of the request.' },
        ),
        documentation: Type.String({ description: 'How to fix the problem.' }),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'Error', title: 'Error', additionalProperties: false, 'x-choice': true },
);

export type ErrorEnvelope = Static<typeof ErrorEnvelope>;

/** The body of an error. */
export function errorBody({ code, message, details }: ApiError): ErrorEnvelope {
  return {
    success: false,
    data: null,
    pagination: null,
    meta: {},
    error: { code, message, details, documentation: errorCodes[code].documentation },
  };
}
