import { docsPath } from './pages.ts';

/** A part of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: plain JSON that was generated a moment before
type Json = any;

/** The reference of the API as Markdown: all that the OpenAPI document says, with links to the examples of each path. */
export function referenceOf({ info, tags, paths, components }: Json): string {
  const operations = Object.entries<Json>(paths).map(([path, { get }]) => ({ path, ...get }));
  const ofTag = ({ name }: Json) => operations.filter((operation) => operation.tags.includes(name));
  const contents = tags.map((tag: Json) => {
    const links = ofTag(tag).map(({ operationId, summary }) => `  - [${summary}](#${operationId})`);
    return [`- ${tag.name}`, ...links].join('\n');
  });
  const described = tags.map(
    (tag: Json) => `## ${tag.name}

${tag.description} [More about ${tag.name}](${new URL(tag.externalDocs.url).pathname})

${ofTag(tag)
  .map((operation) => describeOperation(operation, components.parameters))
  .join('\n\n')}`,
  );
  const headers = Object.entries<Json>(components.headers).map(([name, { description }]) => [
    `\`${name}\``,
    description,
  ]);
  return `# API reference

${info.title}, version ${info.version}, license ${info.license.name}. For programs: [OpenAPI 3.1](/api/v1/openapi.json).

There is no key and no registration. A first request: [the newest ruby of the data](/api/v1/auctions?gem_name=ruby&limit=1).
Each path has examples that open in the browser; [responses are explained here](/docs/examples).

<nav class="contents" aria-label="Contents">

${contents.join('\n')}
- [Errors](/docs/errors)
- [Response headers](#headers)
- [Schemas](#schemas)

</nav>

## Choices

${info.description}

${described.join('\n\n')}

## Headers

${table(['header', 'meaning'], headers)}

## Schemas

${Object.entries<Json>(components.schemas).map(describeSchema).join('\n\n')}`;
}

/** @param shared the parameters to which operations refer */
function describeOperation(operation: Json, shared: Json): string {
  const { path, operationId, summary, description = '', responses, parameters = [] } = operation;
  const examples = (operation['x-examples'] ?? []).map((example: string) => {
    const address = example.startsWith('/') ? example : `${path}${example && `?${example}`}`;
    return `- [${address.replaceAll('_', '\\_')}](${address})`;
  });
  const fields = parameters
    .map((one: Json) => (one.$ref ? shared[nameOf(one)] : one))
    .map((one: Json) => [one.name, { ...one.schema, ...one }]);
  const answers = Object.entries<Json>(responses).map(
    ([status, response]) => `- ${status} ${describeResponse(response)}`,
  );
  return folded(operationId, `GET <code>${path}</code> <span>${summary}</span>`, [
    operation['x-extension'] ? 'An [extension](#choices) of the specification.' : '',
    description,
    examples.length > 0 ? `Examples:\n\n${examples.join('\n')}` : '',
    fields.length > 0 ? fieldsTable('parameter', fields) : 'This path has no parameters.',
    `Responses:\n\n${answers.join('\n')}`,
  ]);
}

function describeResponse({ $ref, content = {}, description }: Json): string {
  if ($ref) return `[\`${nameOf({ $ref })}\`](${docsPath('errors')}#${nameOf({ $ref })})`;
  const types = Object.entries<Json>(content).map(([type, { schema }]) =>
    schema.$ref ? typeOf(schema) : `\`${type}\``,
  );
  return `${types.join(', ')} ${description}`;
}

const nameOf = ({ $ref }: Json): string => $ref.split('/').at(-1);

function describeSchema([name, schema]: [string, Json]): string {
  const { description = '', properties, required = [] } = schema;
  const fields = Object.entries<Json>(properties ?? {}).map(([field, value]): [string, Json] => [
    field,
    { ...value, required: required.includes(field) },
  ]);
  return folded(`schema-${name}`, `<code>${name}</code>`, [
    description,
    fields.length > 0 ? fieldsTable('field', fields) : typeOf(schema),
  ]);
}

/** A part that opens at its heading, or where a link leads to it. */
const folded = (id: string, heading: string, content: string[]) =>
  `<details id="${id}"><summary><h3>${heading}</h3></summary>\n\n${content.join('\n\n')}\n\n</details>`;

/** A table of fields or parameters, each a schema with `required` beside it. */
function fieldsTable(kind: string, fields: [name: string, value: Json][]): string {
  const rows = fields.map(([name, value]) => {
    const notes = [
      ...limitsOf(value),
      ...(value['x-extension'] ? ['extension'] : []),
      ...(value['x-choice'] ? ['[our choice](#choices)'] : []),
    ];
    return [
      `\`${name}\`${value.required ? '' : ' may be absent'}`,
      typeOf(value),
      `${value.description ?? value.items?.description ?? ''} ${notes.join(' · ')}`,
    ];
  });
  return table([kind, 'type', 'meaning'], rows);
}

const table = (columns: string[], rows: string[][]) =>
  [columns, columns.map(() => '---'), ...rows]
    .map(
      (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
    )
    .join('\n');

/** The type of a value in words, with links to named schemas. */
function typeOf(schema: Json): string {
  if (schema.$ref) return `[${nameOf(schema)}](#schema-${nameOf(schema)})`;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum) return schema.enum.map((value: unknown) => `\`${value}\``).join(', ');
  const [type = 'any value', ...others] = [schema.type ?? []].flat() as string[];
  const orNull = others.includes('null') ? ' or null' : '';
  if (type === 'array') return `list of ${typeOf(schema.items ?? {})}${orNull}`;
  const { additionalProperties: values, properties = {} } = schema;
  if (values?.type || values?.$ref) return `object of ${typeOf(values)} by name`;
  const fields = Object.entries<Json>(properties).map(([name, value]) => `\`${name}\`: ${typeOf(value)}`);
  if (fields.length > 0) return `object with ${fields.join('; ')}`;
  return `${(type === 'string' && schema.format) || type}${orNull}`;
}

/** The limits of a value, besides its type: "from 1", "up to 100", "default 20". */
function limitsOf(schema: Json): string[] {
  const { minimum, maximum, maxLength, maxItems, default: usual } = schema;
  return [
    ...(minimum !== undefined ? [`from ${minimum}`] : []),
    ...(maximum < 2 ** 31 - 1 ? [`up to ${maximum}`] : []),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
    ...(maxItems ? [`at most ${maxItems} values`] : []),
    ...(usual !== undefined ? [`default \`${JSON.stringify(usual)}\``] : []),
  ];
}
