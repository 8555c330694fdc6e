/** Characters of a file name that the parameters may take. */
const maxParamsLength = 120;

/**
 * The name of an export's file, such as `auctions_gem-name-ruby_sort-price_mwq6hwxe-29cbd6.csv`: the view, the
 * parameters as understood and the data version. It holds only ASCII letters, digits, `-`, `_` and the extension, so
 * that it is safe in a header and on every file system, whatever the values contain.
 */
export function exportFileName(
  view: string,
  params: Readonly<Record<string, unknown>>,
  dataVersion: string,
  extension: string,
): string {
  const named = Object.entries(params).map(([name, value]) => slug([name, ...[value].flat()].join(' ')));
  const filter = named.join('_').slice(0, maxParamsLength);
  return `${[view, filter, slug(dataVersion)].filter((part) => part !== '').join('_')}.${extension}`;
}

/** Words of ASCII letters and digits, without accents, joined by hyphens. */
function slug(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
}
