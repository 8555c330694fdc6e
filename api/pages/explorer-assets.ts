import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { projectRoot } from '../../config/project-root.ts';
import { type Asset, type AssetFolder, createAsset, digestOf } from './assets.ts';
import { explorerFiles } from './explorer-files.ts';

/** The explorer page and its files. */
interface Explorer extends AssetFolder {
  /** The page itself, which refers to the folder of all other files. */
  page: Asset;
  /** The page with another head: its title, its description, and further tags. */
  withHead: (head: PageHead) => Asset;
}

/** The description of the content in the head of the page, as HTML. */
export interface PageHead {
  title: string;
  description: string;
  /** Further tags. */
  tags: string;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Makes the page and its files.
 * @param imageHosts the hosts from which the page may load photos of lots; it finds them in its head
 */
export async function readExplorer(imageHosts: readonly string[]): Promise<Explorer> {
  const contents = Object.entries(await explorerFiles());
  const files = new Map(
    contents.map(([name, content]) => [name, createAsset(types[extname(name)]!, content)] as const),
  );
  const folder = `/explorer/${digestOf(contents.flat())}`;
  const html = readFileSync(join(projectRoot, 'explorer/index.html'), 'utf8')
    .replaceAll('{{assets}}', folder)
    .replace('{{image-hosts}}', imageHosts.join(','));
  return {
    page: createAsset('text/html; charset=utf-8', html),
    withHead: (head) => createAsset('text/html; charset=utf-8', replaceHead(html, head), 'fast'),
    folder,
    files,
  };
}

/** Functions as replacements: a title may contain what a replacement text would interpret. */
function replaceHead(html: string, { title, description, tags }: PageHead): string {
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(
      /<meta name="description" content="[^"]*">/,
      () => `<meta name="description" content="${description}">\n    ${tags}`,
    );
}
