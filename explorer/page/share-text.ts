/** The texts of code samples and embed code. */
export const shareText = {
  python: 'Python',
  r: 'R',
  embed: 'Embed this chart',
  html: 'HTML',
  embedNote: 'Paste this code into a web page. The chart stays up to date and links back here.',
  open: 'Open in Gemstone Auctions',
};
