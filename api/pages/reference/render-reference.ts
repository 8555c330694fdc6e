import { escapeHtml, renderInline, renderMarkdown, slugOf } from '../docs/markdown.ts';
import { renderNavigation } from '../docs/markdown-pages.ts';
import { docsPath } from '../docs/pages.ts';
import { fillTemplate, renderPage } from '../page-shell.ts';
import { type Json, renderFields, renderSchema, renderType, scrolled } from './render-schema.ts';

/**
 * The reference of the API as HTML, in the explorer's design: everything that the OpenAPI document says, with links to the
 * examples of each path.
 * @param assets the path of the folder with the styles and scripts
 */
export function renderReference(document: Json, assets: string): string {
  const content = fillTemplate('reference/content.html', {
    title: escapeHtml(document.info.title),
    version: escapeHtml(document.info.version),
    introduction: renderMarkdown(document.info.description),
    contents: document.tags.map((tag: Json) => renderContents(tag, document)).join('\n'),
    operations: document.tags.map((tag: Json) => renderTag(tag, document)).join('\n'),
    headers: renderHeaders(document),
    schemas: Object.entries(document.components.schemas)
      .map(([name, schema]) => renderSchema(name, schema))
      .join('\n'),
    license: escapeHtml(document.info.license.name),
  });
  return renderPage({
    title: 'API reference',
    assets,
    navigation: renderNavigation(),
    head: `<link rel="stylesheet" href="${assets}/page.css">
    <script src="${assets}/page.js"></script>`,
    content,
  });
}

/** The operations of a tag, with their paths. */
const operationsOf = ({ name }: Json, { paths }: Json): [path: string, operation: Json][] =>
  Object.entries<Json>(paths)
    .map(([path, { get }]): [string, Json] => [path, get])
    .filter(([, operation]) => operation.tags.includes(name));

function renderContents(tag: Json, document: Json): string {
  const links = operationsOf(tag, document).map(
    ([, { operationId, summary }]) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`,
  );
  return `<li>${escapeHtml(tag.name)}<ul>${links.join('')}</ul></li>`;
}

function renderTag(tag: Json, document: Json): string {
  const resolve = (value: Json): Json => (value.$ref ? resolve(follow(document, value.$ref)) : value);
  const { pathname } = new URL(tag.externalDocs.url);
  return `<h2 id="${slugOf(tag.name)}">${escapeHtml(tag.name)}</h2>
      <p class="lead">${renderInline(tag.description)} <a href="${pathname}" aria-label="More about ${escapeHtml(tag.name)}">More</a></p>
      ${operationsOf(tag, document)
        .map(([path, operation]) => renderOperation(path, operation, resolve))
        .join('\n')}`;
}

function follow(document: Json, reference: string): Json {
  return reference
    .slice(2)
    .split('/')
    .reduce((at: Json, part) => at[part], document);
}

/**
 * An operation: its description, examples, parameters and responses.
 * @param resolve follows a reference of the document
 */
function renderOperation(path: string, operation: Json, resolve: (value: Json) => Json): string {
  const { operationId: id, summary, description, responses, 'x-extension': isExtension } = operation;
  const { parameters = [], 'x-examples': examples = [] } = operation;
  const links = examples.map((example: string) => {
    const address = escapeHtml(example.startsWith('/') ? example : `${path}${example && `?${example}`}`);
    return `<li><a href="${address}">${address}</a></li>`;
  });
  const fields = parameters.map(resolve).map((one: Json) => [one.name, { ...one.schema, ...one }]);
  const answers = Object.entries<Json>(responses).map(
    ([status, response]) => `<li>${status} ${renderResponse(response, resolve)}</li>`,
  );
  return `<details class="operation" id="${id}">
      <summary>
        <h3>GET <code>${escapeHtml(path)}</code> <span class="summary-text">${escapeHtml(summary)}</span></h3>
      </summary>
      ${isExtension ? '<p class="note">An <a href="#choices">extension</a> of the specification.</p>' : ''}
      ${description ? renderMarkdown(description) : ''}
      ${links.length > 0 ? `<h4>Examples</h4><ul>${links.join('')}</ul>` : ''}
      ${fields.length > 0 ? renderFields(`Parameters of ${path}`, 'parameter', fields) : '<p>This path has no parameters.</p>'}
      <h4>Responses</h4>
      <ul>${answers.join('\n')}</ul>
    </details>`;
}

function renderResponse(response: Json, resolve: (value: Json) => Json): string {
  const code = response.$ref?.split('/').at(-1);
  if (code) return `<a href="${docsPath('errors')}#${code}"><code>${code}</code></a>`;
  const { content = {}, description } = resolve(response);
  const types = Object.entries<Json>(content).map(([type, { schema }]) =>
    schema.$ref ? renderType(schema) : `<code>${escapeHtml(type)}</code>`,
  );
  return `${types.join(', ')} ${renderInline(description)}`;
}

function renderHeaders({ components }: Json): string {
  const rows = Object.entries<Json>(components.headers).map(
    ([name, { description }]) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${renderInline(description)}</td></tr>`,
  );
  return scrolled('Response headers', ['header', 'meaning'], rows);
}
