import { h } from './element.ts';
import { shareText } from './share-text.ts';

/** How long a button shows the result of copying. */
const resultShownMs = 2000;

/**
 * A request to copy: its URL, and code for curl, Python and R.
 * @param path path and query of the request
 */
export function showRequest(path: string): HTMLElement {
  const url = new URL(path, location.origin).href;
  return folded(
    shareText.request.show,
    copyable(shareText.request.url, url),
    copyable(shareText.request.curl, `curl ${quoteForShell(url)}`),
    copyable(shareText.python, pythonOf(url)),
    copyable(shareText.r, rOf(url)),
    h('p', h('a', { href: '/docs' }, shareText.request.docs)),
  );
}

/** A folded part below a figure or a lot. */
export const folded = (title: string, ...content: HTMLElement[]): HTMLElement =>
  h('details', { class: 'request' }, h('summary', title), ...content);

/** Python code that loads the data. */
const pythonOf = (url: string) => `import requests

answer = requests.get(${JSON.stringify(url)})
answer.raise_for_status()
data = answer.json()["data"]`;

const rOf = (url: string) => `library(jsonlite)

data <- fromJSON(${JSON.stringify(url)})$data`;

/** A named text with a button that copies it. */
export function copyable(name: string, content: string): HTMLElement {
  const code = h('code', { tabindex: 0, 'aria-label': name }, content);
  const button = h(
    'button',
    { type: 'button', 'aria-label': shareText.request.copyWhat(name), on: { click: copy } },
    shareText.request.copy,
  );
  return h('div', { class: 'copyable' }, h('span', { class: 'faint' }, name), code, button);

  async function copy() {
    button.textContent = await write(content, code);
    setTimeout(() => {
      button.textContent = shareText.request.copy;
    }, resultShownMs);
  }
}

/** Copies a text. Browsers block the clipboard for pages without TLS; then the text is selected for manual copying. */
async function write(content: string, code: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(content);
    return shareText.request.copied;
  } catch {
    getSelection()?.selectAllChildren(code);
    return shareText.request.copyManually;
  }
}

const quoteForShell = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
