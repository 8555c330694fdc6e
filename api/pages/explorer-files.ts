import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { projectRoot } from '../../config/project-root.ts';
import { fieldLabels } from '../../explorer/text/field-labels.ts';

const root = join(projectRoot, 'explorer');

/** The module of the labels as its result, without the vocabulary. */
const labels = `export const fieldLabels = ${JSON.stringify(fieldLabels)}`;

/** The styles in the order in which they apply, served as one file. */
const styles = ['base', 'page', 'figures', 'print'];

/**
 * The files that a browser loads, by their names: the modules of the explorer, bundled and minified, one file for the first view,
 * one for each other view, and one that those share; the styles as one file; and the icon. `npm run build` replaces this module by one that
 * has the files as texts, so the image needs no bundler.
 */
export async function explorerFiles(): Promise<Record<string, string>> {
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'main.ts' },
    platform: 'browser',
    // The types alone are a matter of it; it extends one that is not in the image.
    tsconfig: false,
    logLevel: 'warn',
    plugins: [{ name: 'labels', load: { filter: { id: /field-labels/ }, handler: () => labels } }],
  });
  const { output } = await bundle.generate({
    chunkFileNames: '[name].js',
    entryFileNames: '[name].js',
    minify: true,
    comments: false,
    // What the first view loads is one file, and what several other views share is another.
    codeSplitting: {
      groups: [
        { name: 'first', tags: ['$initial'] },
        { name: 'shared', minShareCount: 2 },
      ],
    },
  });
  await bundle.close();
  const modules = (output as OutputChunk[]).map(({ fileName, code }) => [fileName, code]);
  const css = styles.map((name) => readFileSync(join(root, 'styles', `${name}.css`), 'utf8')).join('\n');
  return {
    ...Object.fromEntries(modules),
    'style.css': css.replaceAll(/\/\*.*?\*\/\s*/gs, ''),
    'gem.svg': readFileSync(join(root, 'gem.svg'), 'utf8'),
  };
}
