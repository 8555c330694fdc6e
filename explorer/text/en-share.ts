/** The texts of what can be taken to other programs and sites. */
export const enShare = {
  python: 'Python',
  r: 'R',
  embed: 'Embed this chart',
  html: 'HTML',
  embedNote: 'Paste this into a web page. The chart follows the data and links back here.',
  open: 'Open in Gemstone Auctions',
};

/** The type that a translation must have. */
export type ShareText = typeof enShare;
