// Before the page is drawn: the colors that were chosen in the explorer.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'auto';
} catch {
  // Storage may be blocked.
}

/** Opens the folded part to which a link leads. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

addEventListener('hashchange', openTarget);
addEventListener('DOMContentLoaded', openTarget);

// A search box in the header, over the sections of all pages. The index is read at the first letter.
addEventListener('DOMContentLoaded', () => {
  const box = document.createElement('input');
  box.type = 'search';
  box.placeholder = 'Search the documentation';
  box.setAttribute('aria-label', box.placeholder);
  const found = document.createElement('p');
  found.setAttribute('role', 'status');
  const search = document.createElement('search');
  search.append(box, found);
  document.querySelector('.header').append(search);

  let sections;
  box.addEventListener('input', async () => {
    sections ??= fetch('/docs/sections.json').then((response) => response.json());
    const words = box.value.toLowerCase().match(/\S+/g);
    const hits = (await sections).filter(({ text }) =>
      words?.every((word) => text.toLowerCase().includes(word)),
    );
    const links = hits.slice(0, 12).map(({ address, title }) => {
      const link = document.createElement('a');
      link.href = address;
      link.textContent = title;
      return link;
    });
    found.replaceChildren(...(words && !links.length ? ['Nothing found.'] : links));
  });
});
