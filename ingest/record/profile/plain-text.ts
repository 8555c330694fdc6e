import { decode } from 'html-entities';

/** Cheap: most texts have no markup, no entity, and no space but single ones. */
const unusual =
  /[<\p{Cc}\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff]|&#?\w+;| {2}|^="|^'\d/u;

/** Elements that stand within a line. All others separate words. */
const inline =
  'a|abbr|acronym|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|o:p|q|s|samp|small|span|strike|strong|time|tt|u|var|wbr';
const block =
  'address|article|aside|blockquote|body|br|button|caption|center|col|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|img|input|li|link|main|meta|nav|ol|option|p|picture|pre|section|select|source|sub|sup|svg|table|tbody|td|tfoot|th|thead|title|tr|ul|video';

// No pattern goes past the next angle bracket, so that the time is linear in the length of any text.
const hidden =
  /<!(?:--|doctype\b)[^<>]*>|<(?:script|style)(?:\s[^<>]*)?>[^<]*(?:<\/(?:script|style)\s*>)?/giu;
const inlineTag = new RegExp(`</?(?:${inline})(?:[\\s/][^<>]*)?>`, 'giu');
const blockTag = new RegExp(`</?(?:${block})(?:[\\s/][^<>]*)?>`, 'giu');

/** Characters that nobody sees: those of no width, soft hyphens, and marks of the direction of writing. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * A text as a reader sees it: without HTML tags, entities, invisible characters and the signs of spreadsheets (`="300"`,
 * `'300`), and with single spaces. Only known elements are tags, so "<1 ct" stays. Line breaks stay too.
 */
export function plainText(text: string): string {
  if (!unusual.test(text)) return text;
  // Exports may escape a text that already has markup: "&lt;p&gt;Ruby &amp;amp; diamond".
  return withoutMarkup(withoutMarkup(text))
    .replace(invisible, '')
    .replace(/^="([^"]*)"$|^'([\d.,:/ -]+)$/, '$1$2')
    .replace(/[^\S\n]+|(?!\n)\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function withoutMarkup(text: string): string {
  const bare = text.includes('<')
    ? text.replace(hidden, ' ').replace(inlineTag, '').replace(blockTag, ' ')
    : text;
  if (!bare.includes('&')) return bare;
  const decoded = decode(bare, { level: 'html5', scope: 'strict' });
  // "&#xD800;" is half of a character.
  return bare.isWellFormed() ? decoded.toWellFormed() : decoded;
}
