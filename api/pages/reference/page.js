// Sends the requests of the forms, completes the first one, and opens what a link leads to.

/** Characters of a response that are shown. */
const maxShown = 200_000;

for (const form of document.querySelectorAll('form.try')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
  for (const example of form.querySelectorAll('.example')) {
    example.addEventListener('click', () => {
      fill(form, new URLSearchParams(example.dataset.query));
      send(form);
    });
  }
}

const first = document.getElementById('first-request');
const copyButton = document.getElementById('copy-first');
first.querySelector('.host').textContent = location.origin;
copyButton.hidden = false;
copyButton.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(first.textContent);
    copyButton.textContent = 'Copied';
  } catch {
    // Browsers block the clipboard for pages without TLS.
    getSelection().selectAllChildren(first);
    copyButton.textContent = 'Selected: press Ctrl+C or ⌘C';
  }
});

const fieldsOf = (form) => [...form.querySelectorAll('[data-in]')];

function fill(form, query) {
  for (const field of fieldsOf(form)) field.value = query.getAll(field.name).join(',');
}

/** The path and query that the fields of a form ask for; empty fields are left out. */
function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const { name, value, dataset } of fieldsOf(form)) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(name, value);
  }
  return `${path}${query.size > 0 ? `?${query}` : ''}`;
}

async function send(form) {
  const request = requestOf(form);
  const status = form.querySelector('.status');
  const answer = form.querySelector('.answer');
  status.textContent = 'Waiting for the response …';
  const started = performance.now();
  try {
    const response = await fetch(request);
    const text = await readStart(response);
    status.textContent = `${response.status} ${response.statusText} in ${Math.round(performance.now() - started)} ms`;
    answer.replaceChildren(...shown(request, response, text));
    answer.hidden = false;
  } catch (error) {
    status.textContent = `The request failed: ${error.message}`;
    answer.hidden = true;
  }
}

/** The beginning of a body: an export can be longer than a page can show. */
async function readStart(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    text += step.value;
    if (text.length > maxShown) {
      await reader.cancel();
      return `${text.slice(0, maxShown)}\n…`;
    }
  }
  return text;
}

function shown(request, response, text) {
  const address = new URL(request, location.origin).href;
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return [
    element('p', {}, element('a', { href: address }, address)),
    block('As a command', `curl '${address.replaceAll("'", '%27')}'`),
    block('Response body', indented(text)),
    block('Response headers', headers),
  ];
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function block(title, text) {
  const pre = element('pre', { tabindex: 0, role: 'group', 'aria-label': title }, element('code', {}, text));
  return element('div', {}, element('h4', {}, title), pre);
}

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

addEventListener('hashchange', openTarget);
openTarget();
