import { escapeHtml, renderInline, renderMarkdown, slugOf } from '../docs/markdown.ts';
import { renderNavigation } from '../docs/markdown-pages.ts';
import { fillTemplate, renderPage } from '../page-shell.ts';
import { renderOperation } from './render-operation.ts';
import { type Json, renderSchema, scrolled } from './render-schema.ts';

/**
 * The reference of the API as HTML, in the explorer's design: everything that the OpenAPI document says, and a form for
 * each path.
 * @param assets the path of the folder with the styles and scripts
 */
export function renderReference(document: Json, assets: string): string {
  const content = fillTemplate('reference/content.html', {
    title: escapeHtml(document.info.title),
    version: escapeHtml(document.info.version),
    first: renderFirstRequest(document),
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
    <script src="${assets}/theme.js"></script>
    <script src="${assets}/page.js" defer></script>`,
    content,
  });
}

/** The fields of the first request. */
const firstFields = ['id', 'title', 'gem_type', 'carat', 'origin', 'price_final_usd', 'auction_date'];

/** A request to copy, and its response with the examples of the document. The script adds the host and the button. */
function renderFirstRequest({ components }: Json): string {
  const { properties } = components.schemas.AuctionRecord;
  const record = Object.fromEntries(firstFields.map((name) => [name, properties[name].examples[0]]));
  const response = {
    success: true,
    data: [record],
    pagination: { current_page: 1, total_pages: 172, total_records: 172 },
    meta: { data_version: '…' },
  };
  const request = `/api/v1/auctions?gem_name=ruby&limit=1&fields=${firstFields.join(',')}`;
  return `<p>The newest ruby of the data. There is no key and no registration.</p>
    <pre id="first-request" tabindex="0" role="group" aria-label="First request"><code>curl '<span class="host"></span>${escapeHtml(request)}'</code></pre>
    <p><button type="button" id="copy-first" hidden>Copy</button> <a href="${escapeHtml(request)}">Open the response</a></p>
    <p>The response has this form. <code>meta</code> has more members; the values are examples.</p>
    <pre tabindex="0" role="group" aria-label="Response of the first request"><code>${escapeHtml(JSON.stringify(response, null, 2))}</code></pre>`;
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

function renderHeaders({ components }: Json): string {
  const rows = Object.entries<Json>(components.headers).map(
    ([name, { description }]) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${renderInline(description)}</td></tr>`,
  );
  return scrolled('Response headers', ['header', 'meaning'], rows);
}
