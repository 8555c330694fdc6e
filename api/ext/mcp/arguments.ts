import { nearestParameter } from '../../parameters/nearest-parameter.ts';
import { type Json, parametersOf, Refused, type Tool } from './tool.ts';

/** The input schema of a tool, from the declarations of the paths whose parameters it takes. */
export function inputSchema({ takes, own = {}, required = [] }: Tool, document: Json): Json {
  const properties: Record<string, Json> = {};
  for (const [path, names] of Object.entries(takes)) {
    const declared = parametersOf(path, document);
    for (const name of names!) {
      const { schema, description } = declared.find((one) => one.name === name)!;
      properties[name] = shorten({ ...schema, description });
    }
  }
  return { type: 'object', properties: { ...properties, ...own }, required, additionalProperties: false };
}

/**
 * A list is a text with commas, as in an address: models write it, and clients show it. Of the declared description it has
 * the first sentence. Some clients refuse `format`.
 */
function shorten({ type, items, description, default: implied, ...schema }: Json): Json {
  const [about] = String(description).split(/[.;:](?:\s|$)/);
  const many =
    items?.enum && `One${schema.maxItems === 1 ? '' : ' or more, with commas'}: ${items.enum.join(', ')}`;
  return {
    type: type === 'array' ? 'string' : type,
    ...(schema.enum && { enum: schema.enum }),
    ...(implied !== undefined && { default: implied }),
    description: many ?? about,
  };
}

/**
 * The arguments of a call as parameters: texts, numbers, truth values, and lists of them.
 * @throws Refused with every problem
 */
export function readArguments(tool: Tool, schema: Json, given: unknown): Record<string, Json> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refused([`The arguments of ${tool.name} are an object.`]);
  }
  const known = Object.keys(schema.properties);
  const problems: string[] = [];
  const args: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given).slice(0, 50)) {
    const isKnown = known.includes(name);
    const read = Array.isArray(value) ? value.map(writeValue) : [writeValue(value)];
    if (!isKnown) problems.push(unknownArgument(name, known, tool));
    else if (value === null) continue;
    else if (read.length === 0 || read.includes(undefined)) {
      problems.push(`${name}: send one value of the type ${schema.properties[name].type}.`);
    } else if (tool.own?.[name]?.enum?.includes(value) === false) {
      problems.push(`${name}: use one of ${tool.own[name].enum.join(', ')}.`);
    } else if (
      schema.properties[name].type === 'number' &&
      !read.every((one) => Number.isFinite(Number(one)))
    ) {
      problems.push(
        `${name}: ${JSON.stringify(value).slice(0, 60)} is not a number. Write digits, such as 4.2.`,
      );
    } else args[name] = read.length > 1 ? read.map(protectComma).join(',') : read[0];
  }
  for (const name of tool.required ?? []) if (args[name] === undefined) problems.push(`${name} is required.`);
  if (problems.length > 0) throw new Refused(problems.slice(0, 8));
  return args;
}

function writeValue(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? plainNumber(value) : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Digits, which is how the API reads numbers. */
const plainNumber = (value: number) =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });

const protectComma = (value = '') => (value.includes(',') ? `"${value}"` : value);

function unknownArgument(name: string, known: readonly string[], tool: Tool): string {
  const nearest = nearestParameter(name, known);
  const advice = nearest ? `Did you mean ${nearest}?` : `It takes ${known.join(', ')}.`;
  return `${name.slice(0, 60)} is not an argument of ${tool.name}. ${advice}`;
}
