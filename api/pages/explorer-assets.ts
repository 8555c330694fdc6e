import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, posix } from 'node:path';
import { transformSync } from 'amaro';
import { projectRoot } from '../../config/project-root.ts';
import { type Asset, type AssetFolder, createAsset, digestOf } from './assets.ts';

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

const root = join(projectRoot, 'explorer');
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads the sources of the page and converts them to what a browser runs: types are stripped as Node strips them for
 * this process, nothing else. There is no build, so no build can be stale.
 * @param imageHosts the hosts from which the page may load photos of lots; it finds them in its head
 */
export function readExplorer(imageHosts: readonly string[]): Explorer {
  const files = new Map<string, Asset>();
  const add = (path: string, content: string) => files.set(path, createAsset(types[extname(path)]!, content));
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const name = path.replaceAll('\\', '/');
    const read = () => readFileSync(join(root, path), 'utf8');
    if (name.endsWith('.ts')) add(name.replace(/ts$/, 'js'), toBrowserModule(read(), name));
    else if (extname(name) in types) add(name, read());
  }
  const chart = dirname(createRequire(import.meta.url).resolve('uplot'));
  // The ES module of the package is not minified. Its script is, and becomes a module with an export.
  add('uplot.js', `${readFileSync(join(chart, 'uPlot.iife.min.js'), 'utf8')}\nexport default uPlot;\n`);
  add('uplot.css', readFileSync(join(chart, 'uPlot.min.css'), 'utf8'));

  const named = [...files].flatMap(([path, { body }]) => [path, body.plain]);
  const folder = `/explorer/${digestOf(named)}`;
  const html = renderPage(folder, files).replace('{{image-hosts}}', imageHosts.join(','));
  return {
    page: createAsset('text/html; charset=utf-8', html),
    withHead: (head) => createAsset('text/html; charset=utf-8', replaceHead(html, head), 'fast'),
    folder,
    files,
  };
}

/** Strips the types and rewrites imports to the paths under which the files are served. */
function toBrowserModule(source: string, name: string): string {
  const chart = posix.relative(posix.dirname(name), 'uplot.js').replace(/^(?!\.)/, './');
  return (
    transformSync(source, { mode: 'strip-only' })
      .code.replaceAll(/((?:from|import\()\s*')(\.{1,2}\/[^']+)\.ts'/g, "$1$2.js'")
      .replaceAll(/from 'uplot'/g, `from '${chart}'`)
      // Stripping replaces types by spaces.
      .replaceAll(/[ \t]+$/gm, '')
      .replaceAll(/\n{3,}/g, '\n\n')
  );
}

/** Preloads the modules of the first view, instead of loading them one level of imports at a time. */
function renderPage(folder: string, files: Map<string, Asset>): string {
  const preloads = [...staticImports('main.js', files)]
    .map((path) => `<link rel="modulepreload" href="${folder}/${path}">`)
    .join('\n    ');
  const template = readFileSync(join(root, 'index.html'), 'utf8');
  return template.replaceAll('{{assets}}', folder).replace('{{preloads}}', preloads);
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

function staticImports(path: string, files: Map<string, Asset>, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const source = files.get(path)!.body.plain.toString();
  for (const [, target] of source.matchAll(/^(?:import|export)\b[^;']*from '([^']+)'/gm)) {
    staticImports(posix.join(posix.dirname(path), target!), files, found);
  }
  return found;
}
