import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// biome-ignore lint/suspicious/noExplicitAny: plain JSON whose type only the document describes
export type Json = any;

/** A parameter as the document describes it. */
export interface DescribedParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Json;
}

/** A GET path as the document describes it. */
export interface DescribedPath {
  path: string;
  parameters: DescribedParameter[];
  /** The faults of a response according to the document; [] for none. */
  faultsOf(answer: { status: number; headers: Headers; body: string }): string[];
}

/**
 * Reads an OpenAPI document like a client that knows nothing else. The document allows further fields for later versions,
 * but responses of this version must have only the described fields.
 */
export function readDescription(published: Json): DescribedPath[] {
  const document = closed(published);
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const resolve = (value: Json): Json => (value.$ref ? resolve(follow(document, value.$ref)) : value);

  return Object.entries<Json>(document.paths).map(([path, { get: operation }]) => {
    const validators = new Map<string, ValidateFunction>();
    const validatorOf = (status: string, type: string, response: Json): ValidateFunction => {
      const key = `${status} ${type}`;
      const at = response.$ref
        ? `${response.$ref}/content/${escaped(type)}/schema`
        : `#/paths/${escaped(path)}/get/responses/${status}/content/${escaped(type)}/schema`;
      const validator = validators.get(key) ?? ajv.compile({ $ref: `document${at}` });
      validators.set(key, validator);
      return validator;
    };
    return {
      path,
      parameters: (operation.parameters ?? []).map(resolve),
      faultsOf({ status, headers, body }) {
        const response = operation.responses[status];
        if (!response) return [`${status} is not documented`];
        const { content, headers: described } = resolve(response);
        const faults = headerFaults(described, headers, resolve);
        if (body === '' || content === undefined) {
          return body === '' ? faults : [...faults, `${status} should have no body`];
        }
        const [type = ''] = (headers.get('content-type') ?? '').split(';');
        if (!content[type]) return [...faults, `${status} as ${type} is not documented`];
        if (type !== 'application/json') return faults;
        const validate = validatorOf(String(status), type, response);
        const answer = JSON.parse(body);
        if (answer.success !== (status === 200)) faults.push(`success is ${answer.success} at ${status}`);
        return validate(answer) ? faults : [...faults, ajv.errorsText(validate.errors)];
      },
    };
  });
}

/** The document, with every object that has named members closed to other members. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  const isOpen = copy.additionalProperties !== undefined || copy.type !== 'object' || !copy.properties;
  return isOpen ? copy : { ...copy, additionalProperties: false };
}

/** The faults of headers. Only the request id is required; integer headers must be integers. */
function headerFaults(described: Json, headers: Headers, resolve: (value: Json) => Json): string[] {
  const isNamed = headers.has('x-request-id') || described?.['X-Request-Id'] === undefined;
  const faults = isNamed ? [] : ['X-Request-Id is missing'];
  for (const [name, reference] of Object.entries<Json>(described ?? {})) {
    const value = headers.get(name);
    if (value === null || resolve(reference).schema.type !== 'integer') continue;
    if (!/^\d+$/.test(value)) faults.push(`${name}: ${value} is not a whole number`);
  }
  return faults;
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function follow(document: Json, reference: string): Json {
  const parts = reference.slice(2).split('/');
  return parts.reduce((at: Json, part) => at[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
