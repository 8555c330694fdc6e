import { Marked, Renderer, type Tokens } from 'marked';

/** Renders Markdown of this project as HTML. */
export const renderMarkdown = (text: string): string => marked.parse(text, { async: false });

/** Headings get the ids that links in the files name. A link that leads nowhere is text. */
const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      return href ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    },
    // Wide tables and long lines scroll by themselves, with the keyboard too.
    table(token: Tokens.Table) {
      const table = Renderer.prototype.table.call(this, token);
      return `<div class="scrolled" tabindex="0" role="group" aria-label="Table">${table}</div>\n`;
    },
    code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
  },
});

/** The id of a heading, as on GitHub. */
export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text for use in HTML, attributes included. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character]!);
