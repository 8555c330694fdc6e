import { writeValue } from '../../parameters/read-value.ts';
import { type Json, Refused, type Tool } from './tool.ts';

/** The input schema of a tool, from the declarations of the paths whose parameters it takes. */
export function inputSchema({ takes, own = {}, required = [] }: Tool, { paths, components }: Json): Json {
  const taken = Object.entries(takes).flatMap(([path, names]) => {
    const declared: Json[] = paths[path].get.parameters.map((one: Json) =>
      one.$ref ? components.parameters[one.$ref.split('/').at(-1)] : one,
    );
    return names.map((name) => declared.find((one) => one.name === name));
  });
  return {
    type: 'object',
    properties: { ...Object.fromEntries(taken.map((one) => [one.name, shorten(one)])), ...own },
    required: [...taken.filter((one) => one.required).map(({ name }) => name), ...required],
    additionalProperties: false,
  };
}

/**
 * A list is a text with commas, as in an address: models write it, and clients show it. Of the declared description it has
 * the first sentence. Some clients refuse `format`.
 */
function shorten({ schema, description }: Json): Json {
  const { type, items, default: implied } = schema;
  const [about] = description.split(/[.;:](?:\s|$)/);
  const many =
    items?.enum && `One${schema.maxItems === 1 ? '' : ' or more, with commas'}: ${items.enum.join(', ')}`;
  return {
    type: type === 'array' ? 'string' : type,
    enum: schema.enum,
    default: implied,
    description: many ?? about,
  };
}

/**
 * The arguments of a call as texts of parameters. The API checks them.
 * @throws Refused if an argument of its own is missing
 */
export function readArguments({ required = [] }: Tool, given: Record<string, unknown>): Record<string, Json> {
  const args = Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, writeArgument(value)]),
  );
  const missing = required.filter((name) => !args[name]);
  if (missing.length > 0) throw new Refused(`${missing.join(', ')} is required.`);
  return args;
}

const writeArgument = (value: unknown): string =>
  typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : writeValue(value);
