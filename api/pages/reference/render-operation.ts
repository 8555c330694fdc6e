import { escapeHtml, renderInline, renderMarkdown } from '../docs/markdown.ts';
import { docsPath } from '../docs/pages.ts';
import { choiceNote, type Json, limitsOf, renderType } from './render-schema.ts';

/**
 * An operation: its description, a form that sends a request with its parameters, and its responses.
 * @param resolve follows a reference of the document
 */
export function renderOperation(path: string, operation: Json, resolve: (value: Json) => Json): string {
  const { operationId: id, summary, description, 'x-extension': isExtension } = operation;
  const parameters = (operation.parameters ?? []).map(resolve);
  return `<details class="operation" id="${id}">
      <summary>
        <h3><span class="method">GET</span> <code>${escapeHtml(path)}</code> <span class="summary-text">${escapeHtml(summary)}</span></h3>
      </summary>
      ${isExtension ? '<p class="note">An <a href="#choices">extension</a> of the specification.</p>' : ''}
      ${description ? renderMarkdown(description) : ''}
      <form class="try" data-path="${escapeHtml(path)}" aria-label="Try ${escapeHtml(path)}">
        ${renderExamples(path, operation['x-examples'] ?? [])}
        ${parameters.length > 0 ? '<h4>Parameters</h4>' : '<p>This path has no parameters.</p>'}
        ${parameters.map((parameter: Json) => renderParameter(id, parameter)).join('\n')}
        <p><button class="primary">Send request</button></p>
        <p class="status" role="status"></p>
        <div class="answer" hidden></div>
      </form>
      <h4>Responses</h4>
      <ul>${Object.entries<Json>(operation.responses)
        .map(([status, response]) => `<li>${renderResponse(status, response, resolve)}</li>`)
        .join('\n')}</ul>
    </details>`;
}

/** Examples fill the form. */
function renderExamples(path: string, examples: string[]): string {
  const buttons = examples
    .filter((example) => example !== '')
    .map((example) => {
      const query = example.startsWith('/') ? pathParameters(path, example) : example;
      return `<button type="button" class="quiet example" data-query="${escapeHtml(query)}">${escapeHtml(query)}</button>`;
    });
  return buttons.length > 0 ? `<p class="examples"><span>Examples:</span> ${buttons.join('\n')}</p>` : '';
}

/** `/auctions/1?fields=title` by `/auctions/{id}` is `id=1&fields=title`. */
function pathParameters(template: string, example: string): string {
  const names = template.split('/');
  const [path, query] = example.split('?');
  const pairs = path!
    .split('/')
    .flatMap((part, i) => (names[i]?.startsWith('{') ? [`${names[i].slice(1, -1)}=${part}`] : []));
  return [...pairs, ...(query ? [query] : [])].join('&');
}

function renderParameter(operationId: string, parameter: Json): string {
  const {
    name,
    schema,
    required,
    description = '',
    'x-extension': isExtension,
    'x-choice': isChoice,
  } = parameter;
  const id = `${operationId}.${name}`;
  const facts = [
    ...(required ? ['required'] : []),
    schema.items?.enum ? 'list' : renderType(schema),
    ...limitsOf(schema),
    ...(isExtension ? ['extension'] : []),
    ...(isChoice ? [choiceNote] : []),
  ];
  const values: string[] = schema.items?.enum ?? [];
  const allowed = values.map((value) => `<code>${escapeHtml(value)}</code>`).join(', ');
  return `<div class="parameter">
        <label for="${id}"><code>${escapeHtml(name)}</code></label>
        ${renderInput(id, parameter)}
        <div id="${id}.about" class="about">${renderInline(description)}${allowed && ` Values: ${allowed}.`} <span class="note">${facts.join(' · ')}</span></div>
      </div>`;
}

function renderInput(id: string, { name, in: place, schema, required, example }: Json): string {
  const attributes = `id="${id}" name="${escapeHtml(name)}" data-in="${place}" aria-describedby="${id}.about"${required ? ' required' : ''}`;
  const choices: unknown[] | undefined = schema.type === 'boolean' ? [true, false] : schema.enum;
  if (choices) {
    const options = ['', ...choices].map(String).map((choice) => `<option>${escapeHtml(choice)}</option>`);
    return `<select ${attributes}>${options.join('')}</select>`;
  }
  const value = required && example !== undefined ? ` value="${escapeHtml(String(example))}"` : '';
  const [sample] = schema.examples ?? [];
  const placeholder = sample === undefined ? '' : ` placeholder="${escapeHtml([sample].flat().join(','))}"`;
  return `<input type="text" ${attributes}${value}${placeholder} autocomplete="off" spellcheck="false">`;
}

function renderResponse(status: string, response: Json, resolve: (value: Json) => Json): string {
  const code = response.$ref?.split('/').at(-1);
  if (code) return `${status} <a href="${docsPath('errors')}#${code}"><code>${code}</code></a>`;
  const { content, description } = resolve(response);
  const types = Object.entries<Json>(content ?? {}).map(([type, { schema }]) =>
    schema.$ref ? renderType(schema) : `<code>${escapeHtml(type)}</code>`,
  );
  return `${status} ${types.join(', ')}${types.length > 0 ? ': ' : ''}${renderInline(description)}`;
}
