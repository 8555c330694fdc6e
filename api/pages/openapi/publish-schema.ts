import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;

/**
 * Writes a schema of the code as clients should read it. It allows the same values and more, so that generated clients
 * of version 1.0 also read later responses:
 *
 * - open: no `additionalProperties: false`. Our tests keep the closed schema.
 * - `type` everywhere, and `type: [string, "null"]` instead of a union with null; no `type: null` alone, and no `const`:
 *   many generators cannot read these.
 * - `int64` and `double` for numbers that do not fit into 32 bits; without a format some generators take 32 bits.
 *
 * A schema with an `$id` is replaced with a reference.
 * @param value a schema, or what has schemas in it
 * @param components receives the schemas by their `$id`, each once
 * @throws Error when two different schemas have one name
 */
export function publishSchema(value: unknown, components: Json): unknown {
  if (Array.isArray(value)) return value.map((part) => publishSchema(part, components));
  if (typeof value !== 'object' || value === null) return value;
  const { additionalProperties, patternProperties, ...rest } = value as Json;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, isData(key) ? part : publishSchema(part, components)]),
  );
  const others = publishOthers(additionalProperties, patternProperties, components);
  const { $id, ...published } = withTypes(named({ ...schema, ...others }));
  if (typeof $id !== 'string') return published;
  components[$id] ??= published;
  if (!isDeepStrictEqual(components[$id], published)) throw new Error(`Two schemas are named ${$id}.`);
  return { $ref: `#/components/schemas/${$id}` };
}

/**
 * Generators name classes after the title, where there is one: it becomes the name of the schema, and the title moves
 * into the description.
 */
function named(schema: Json): Json {
  const { $id, title, description } = schema;
  if (!$id || !title) return schema;
  const lines = [`${title}.`, ...(description ? [description] : [])];
  return { ...schema, title: $id, description: lines.join(' ') };
}

/** Members whose value is an example or a value of the API, not a schema. */
const isData = (key: string) => key === 'examples' || key === 'default' || key === 'enum' || key === 'const';

/** The schema of members without a declared name; undefined where there is none. */
function publishOthers(
  additionalProperties: unknown,
  patternProperties: unknown,
  components: Json,
): Json | undefined {
  const ofAnyName = (patternProperties as Json | undefined)?.['^.*$'];
  if (ofAnyName) return { additionalProperties: publishSchema(ofAnyName, components) };
  if (patternProperties) throw new Error('Only a record with names of any form can be published.');
  return additionalProperties === true ? { additionalProperties } : undefined;
}

function withTypes(schema: Json): Json {
  if (schema.type === 'null') return publishNull(schema);
  if ('const' in schema) return publishConst(schema);
  if (Array.isArray(schema.anyOf)) return publishUnion(schema, schema.anyOf);
  if (Array.isArray(schema.enum)) return publishEnum(schema, schema.enum);
  if (schema.type === 'number') return { ...schema, format: 'double' };
  if (schema.type === 'integer' && !((schema.maximum as number) < 2 ** 31))
    return { ...schema, format: 'int64' };
  return schema;
}

/** A value that is always null here has the type that it has elsewhere. */
function publishNull({ type: _, 'x-null-of': name, ...schema }: Json): Json {
  const description = 'Always null here.';
  if (name === undefined) return { ...schema, type: ['object', 'null'], description };
  return { ...schema, anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }], description };
}

function publishConst({ const: value, ...schema }: Json): Json {
  if (typeof value === 'boolean') return { ...schema, type: 'boolean', description: `Always ${value} here.` };
  return { ...schema, type: 'string', enum: [value] };
}

/** Values that later versions add to must not break clients: they are named, and others allowed. */
function publishEnum({ 'x-open-values': isOpen, ...schema }: Json, values: unknown[]): Json {
  if (!isOpen) return { type: 'string', ...schema };
  const { enum: _, description, ...rest } = schema;
  const known = `Known values, to which later versions may add: ${values.join(', ')}.`;
  return { type: 'string', ...rest, description: description ? `${description} ${known}` : known };
}

/** A union with null of a schema without a name or a list of values becomes one schema. */
function publishUnion(schema: Json, members: Json[]): Json {
  const { anyOf: _, ...rest } = schema;
  const others = members.filter((member) => !isNull(member));
  const [only] = others;
  if (others.length === members.length) return schema;
  const isPlain = others.length === 1 && only && !('$ref' in only) && !('enum' in only);
  if (!isPlain) return { ...rest, anyOf: [...others, { type: 'null' }] };
  return { ...only, ...rest, type: [only.type, 'null'] };
}

/** A member that is null is published before its union. */
const isNull = ({ type }: Json) => Array.isArray(type) && type.includes('null');
