/** The texts below a list or a figure: pages, requests to copy and citations. */
export const shareText = {
  pager: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    position: (page: string, pages: string) => `Page ${page} of ${pages}`,
  },

  request: {
    show: 'Show API request',
    url: 'URL',
    curl: 'curl',
    copy: 'Copy',
    copied: 'Copied',
    copyManually: 'Selected: press Ctrl+C or ⌘C',
    copyWhat: (what: string) => `Copy the ${what}`,
    docs: 'API reference',
  },

  python: 'Python',
  r: 'R',
  citation: (title: string, address: string, version: string, day: string, samples: string) =>
    `“${title}.” Gemstone Auction Data Service. ${address} (data version ${version}, accessed ${day}). ${samples}`.trim(),
};
