/** The texts of code samples, embed code and citations. */
export const shareText = {
  python: 'Python',
  r: 'R',
  embed: 'Embed this chart',
  html: 'HTML',
  embedNote: 'Paste this code into a web page. The chart stays up to date and links back here.',
  open: 'Open in Gemstone Auctions',
  citation: (title: string, address: string, version: string, day: string) =>
    `“${title}.” Gemstone Auction Data Service. ${address} (data version ${version}, accessed ${day}).`,
};
