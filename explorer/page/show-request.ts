import { text } from '../text/text.ts';
import { h } from './element.ts';

/** How long a button shows that it has copied. */
const saidForMs = 2000;

/**
 * The request of a response, for use without the page: its URL and a curl command, to copy.
 * @param path path and query of the request
 */
export function showRequest(path: string): HTMLElement {
  const url = new URL(path, location.origin).href;
  return h(
    'details',
    { class: 'request' },
    h('summary', {}, text.request.show),
    copyable(text.request.url, url),
    copyable(text.request.curl, `curl ${quoteForShell(url)}`),
    h('p', {}, h('a', { href: '/docs' }, text.request.docs)),
  );
}

function copyable(name: string, content: string): HTMLElement {
  const code = h('code', { tabindex: 0, 'aria-label': name }, content);
  const button = h(
    'button',
    { type: 'button', 'aria-label': text.request.copyWhat(name), on: { click: copy } },
    text.request.copy,
  );
  return h('div', { class: 'copyable' }, h('span', { class: 'copyable-name' }, name), code, button);

  async function copy() {
    button.textContent = await write(content, code);
    setTimeout(() => {
      button.textContent = text.request.copy;
    }, saidForMs);
  }
}

/** Where a browser blocks the clipboard for pages without TLS, the visitor copies the selection. */
async function write(content: string, code: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(content);
    return text.request.copied;
  } catch {
    getSelection()?.selectAllChildren(code);
    return text.request.copyManually;
  }
}

const quoteForShell = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
