import { escapeHtml, renderInline } from '../docs/markdown.ts';

/** A part of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: plain JSON that was generated a moment before
export type Json = any;

/** A named schema: its fields in a table, and links to the schemas that they use. */
export function renderSchema(name: string, schema: Json): string {
  const required: string[] = schema.required ?? [];
  const fields = Object.entries<Json>(schema.properties ?? {}).map(([field, value]): [string, Json] => [
    field,
    { ...value, required: required.includes(field) },
  ]);
  const about = schema.description ? `<p>${renderInline(schema.description)}</p>` : '';
  return `<details class="schema" id="${schemaId(name)}">
      <summary><h3><code>${escapeHtml(name)}</code></h3></summary>
      ${about}${fields.length > 0 ? renderFields(`Fields of ${name}`, 'field', fields) : `<p>${renderType(schema)}</p>`}
    </details>`;
}

/** A table of fields or parameters, each a schema with `required` beside it. */
export function renderFields(label: string, kind: string, fields: [name: string, value: Json][]): string {
  const rows = fields.map(([name, value]) => {
    const { required, 'x-choice': isChoice, 'x-extension': isExtension } = value;
    const notes = [
      ...limitsOf(value),
      ...(isExtension ? ['extension'] : []),
      ...(isChoice ? ['<a href="#choices">our choice</a>'] : []),
    ];
    return `<tr>
        <th scope="row"><code>${escapeHtml(name)}</code>${required ? '' : ' <span class="note">may be absent</span>'}</th>
        <td>${renderType(value)}</td>
        <td>${renderInline(value.description ?? value.items?.description ?? '')} <span class="note">${notes.join(' · ')}</span></td>
      </tr>`;
  });
  return scrolled(label, [kind, 'type', 'meaning'], rows);
}

/** A table that scrolls by itself where it is wide, with the keyboard too. */
export function scrolled(label: string, columns: string[], rows: string[]): string {
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<div class="scrolled" tabindex="0" role="group" aria-label="${escapeHtml(label)}">
      <table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>
    </div>`;
}

const schemaId = (name: string) => `schema-${name}`;

/** The type of a value in words, with links to named schemas. */
export function renderType(schema: Json): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return `<a href="#${schemaId(name)}">${escapeHtml(name)}</a>`;
  }
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map(renderType).join(' or ');
  if (schema.enum)
    return schema.enum.map((value: unknown) => `<code>${escapeHtml(String(value))}</code>`).join(', ');
  const types = [schema.type ?? []].flat() as string[];
  if (types.includes('array')) return ['list of ', renderType(schema.items ?? {}), ...orNull(types)].join('');
  if (schema.additionalProperties?.type || schema.additionalProperties?.$ref) {
    return `object of ${renderType(schema.additionalProperties)} by name`;
  }
  const inner = Object.entries<Json>(schema.properties ?? {});
  if (inner.length > 0) {
    const fields = inner.map(
      ([name, value]) => `<li><code>${escapeHtml(name)}</code>: ${renderType(value)}</li>`,
    );
    return `object<ul>${fields.join('')}</ul>`;
  }
  const [type = 'any value'] = types;
  return [type === 'string' && schema.format ? schema.format : type, ...orNull(types.slice(1))].join('');
}

const orNull = (types: string[]) => (types.includes('null') ? [' or null'] : []);

/** The limits of a value, besides its type: "from 1", "up to 100", "default 20". */
function limitsOf(schema: Json): string[] {
  const { minimum, maximum, maxLength, maxItems, default: usual } = schema;
  return [
    ...(minimum !== undefined ? [`from ${minimum}`] : []),
    ...(maximum < 2 ** 31 - 1 ? [`up to ${maximum}`] : []),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
    ...(maxItems ? [`at most ${maxItems} values`] : []),
    ...(usual !== undefined ? [`default ${JSON.stringify(usual)}`] : []),
  ].map(escapeHtml);
}
