/** The rows that `j` and `k` move through: lots of a table, of a ranking and of lists of similar sales. */
const rows = '#content .row-link';

/** Keyboard shortcuts: `/` goes to the search box, `j` and `k` to the next and the previous lot. */
export function startKeys(): void {
  addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement &&
      target.closest('input:not([type=checkbox], [type=radio]), select, textarea');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === '/') {
      event.preventDefault();
      document.querySelector<HTMLInputElement>('#search')?.focus();
    } else if (event.key === 'j' || event.key === 'k') {
      const links = [...document.querySelectorAll<HTMLElement>(rows)];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const next = event.key === 'j' ? links[at + 1] : links[at < 0 ? 0 : at - 1];
      next?.focus();
    }
  });
}
