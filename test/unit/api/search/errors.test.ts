import { errors } from '@elastic/elasticsearch';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../api/http/errors.ts';
import { asApiError } from '../../../../api/search/errors.ts';

const failed = (statusCode: number, type: string) => {
  const body = { error: { type, reason: 'for this test', root_cause: [] }, status: statusCode };
  return new errors.ResponseError({ body, statusCode, headers: {}, warnings: null, meta: {} as never });
};

test.each([408, 500, 502, 503, 504])(
  'a response of Elasticsearch with status %i is answered as unavailable',
  (status) => {
    const error = asApiError(failed(status, 'already_closed_exception')) as ApiError;
    expect(error).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
    expect(error.reason).toContain('already_closed_exception');
  },
);

test('a response of Elasticsearch that is not JSON is answered as unavailable', () => {
  const error = asApiError(new errors.DeserializationError('Unexpected end of JSON input', '{"hits":'));
  expect(error).toMatchObject({ code: 'unavailable' });
});

test('a request that Elasticsearch does not understand is an error of the service', () => {
  const error = failed(400, 'parsing_exception');
  expect(asApiError(error)).toBe(error);
  expect(error).not.toBeInstanceOf(ApiError);
});
