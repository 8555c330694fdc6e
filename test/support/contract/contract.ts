import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { operations } from '../../../api/operations.ts';
import { openApiDocument } from '../../../api/pages/openapi/document.ts';
import { routes } from '../../../api/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: plain JSON whose type only the document describes
export type Json = any;

/** A parameter as the document describes it. */
interface DescribedParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Json;
}

/** A GET path as the document describes it. */
export interface DescribedPath {
  path: string;
  parameters: DescribedParameter[];
}

/** A response as a client receives it. */
interface Received {
  status: number;
  headers: Headers;
  body: string;
}

/**
 * The OpenAPI document, which a unit test compares with the committed one. It allows further fields for later versions, but
 * responses of this version must have only the described fields.
 */
const document = closed(JSON.parse(JSON.stringify(openApiDocument(routes, operations))));
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');
const validators = new Map<string, ValidateFunction>();

/** Every path that the document describes. */
export const describedPaths: DescribedPath[] = Object.entries<Json>(document.paths).map(
  ([path, { get: operation }]) => ({ path, parameters: (operation.parameters ?? []).map(resolve) }),
);

/**
 * The faults of a response according to the document; [] for none. Refused methods, unreadable HTTP and unknown paths are not
 * in the document, and must be errors in its envelope.
 */
export function faultsOf(path: string, answer: Received): string[] {
  const { status, headers, body } = answer;
  const template = templateOf(path);
  if (template === undefined || [405, 408, 414, 431].includes(status)) {
    return body === '' ? [] : bodyFaults('#/components/schemas/ErrorResponse', answer);
  }
  const response = document.paths[template].get.responses[status];
  if (!response) return [`${status} is not documented`];
  const { content, headers: described } = resolve(response);
  const faults = headerFaults(described, headers);
  if (body === '') return faults;
  if (content === undefined) return [...faults, `${status} should have no body`];
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (!content[type]) return [...faults, `${status} as ${type} is not documented`];
  if (type !== 'application/json') return faults;
  const at = response.$ref ?? `#/paths/${escaped(template)}/get/responses/${status}`;
  return [...faults, ...bodyFaults(`${at}/content/${escaped(type)}/schema`, answer)];
}

function templateOf(path: string): string | undefined {
  if (path in document.paths) return path;
  return Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

function bodyFaults(schema: string, { status, headers, body }: Received): string[] {
  const validate = validators.get(schema) ?? ajv.compile({ $ref: `document${schema}` });
  validators.set(schema, validate);
  const answer = JSON.parse(body);
  const faults = validate(answer) ? [] : [ajv.errorsText(validate.errors)];
  if (answer.success !== (status === 200)) faults.push(`success is ${answer.success} at ${status}`);
  if (headers.get('content-type') !== 'application/json; charset=utf-8') faults.push('another content type');
  if (status !== 200 && headers.get('cache-control') !== 'no-store') faults.push('an error that may be kept');
  return faults;
}

/** The faults of headers. Only the request id is required; integer headers must be integers. */
function headerFaults(described: Json, headers: Headers): string[] {
  const isNamed = headers.has('x-request-id') || described?.['X-Request-Id'] === undefined;
  const faults = isNamed ? [] : ['X-Request-Id is missing'];
  for (const [name, reference] of Object.entries<Json>(described ?? {})) {
    const value = headers.get(name);
    if (value === null || resolve(reference).schema.type !== 'integer') continue;
    if (!/^\d+$/.test(value)) faults.push(`${name}: ${value} is not a whole number`);
  }
  return faults;
}

/** The document, with every object that has named members closed to other members. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  const isOpen = copy.additionalProperties !== undefined || copy.type !== 'object' || !copy.properties;
  return isOpen ? copy : { ...copy, additionalProperties: false };
}

function resolve(value: Json): Json {
  return value.$ref ? resolve(follow(value.$ref)) : value;
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function follow(reference: string): Json {
  const parts = reference.slice(2).split('/');
  return parts.reduce((at: Json, part) => at[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
