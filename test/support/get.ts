import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { expect } from 'vitest';
import { ErrorEnvelope } from '../../api/http/render-errors.ts';
import { operations } from '../../api/operations.ts';
import { operationSchema, responseSchema } from '../../api/pages/openapi/describe-path.ts';
import { routes } from '../../api/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
export type Body = any;

/** A response whose body was checked against the schema of its route. */
export interface CheckedAnswer {
  status: number;
  headers: Headers;
  body: Body;
}

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const validateError = ajv.compile(ErrorEnvelope);
const schemas: [path: string, schema: TSchema][] = [
  ...routes
    .filter((route) => 'handle' in route)
    .map((route): [string, TSchema] => [route.path, responseSchema(route)]),
  ...operations.map((operation): [string, TSchema] => [operation.path, operationSchema(operation)]),
];
const validators = new Map<string, ValidateFunction>();

/**
 * Sends a request and checks the response against the schema of its route.
 * @param query a raw query string, or parameters to encode
 * @param init options of fetch. By default, bodies are not compressed, which saves much CPU time on both sides.
 */
export async function get(
  baseUrl: string,
  path: string,
  query: string | Record<string, string> = '',
  init: RequestInit = {},
): Promise<CheckedAnswer> {
  const search = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  const headers = new Headers(init.headers);
  if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity');
  const response = await fetch(`${baseUrl}${path}${search && `?${search}`}`, { ...init, headers });
  const text = await response.text();
  const answer = {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : parse(text),
  };
  if (answer.body !== undefined) check(path, search, answer);
  return answer;
}

const parse = (text: string): Body => JSON.parse(text);

function check(path: string, search: string, { status, headers, body }: CheckedAnswer): void {
  const where = `${path}?${search} → ${status}`;
  expect(headers.get('content-type'), where).toBe('application/json; charset=utf-8');
  const validate = status === 200 ? validatorFor(path) : validateError;
  const valid = validate(body);
  expect(valid ? [] : validate.errors, where).toEqual([]);
  if (status !== 200) expect(headers.get('cache-control'), where).toBe('no-store');
}

function validatorFor(path: string): ValidateFunction {
  const found =
    schemas.find(([template]) => template === path) ?? schemas.find(([template]) => matches(template, path));
  if (!found) throw new Error(`No route has the path ${path}.`);
  const [template, schema] = found;
  const validator = validators.get(template) ?? ajv.compile(withoutNames(schema));
  validators.set(template, validator);
  return validator;
}

/** The schema without the names of its parts, because ajv accepts each name only once. */
function withoutNames(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)));
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
