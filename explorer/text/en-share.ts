/** The texts of what can be taken to other programs and sites. */
export const shareText = {
  python: 'Python',
  r: 'R',
  embed: 'Embed this chart',
  html: 'HTML',
  embedNote: 'Paste this code into a web page. The chart stays up to date and links back here.',
  open: 'Open in Gemstone Auctions',
};
