import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const versionLine = /(?<=export const mappingVersion = )\d+/;
const file = new URL('../../../mappings/records-index.ts', import.meta.url);

/** Settings of a process that runs as a build does that knows the mapping before this one. */
export const olderBuild = { NODE_OPTIONS: `--import=${import.meta.url}` };

if (process.env.NODE_OPTIONS?.includes(olderBuild.NODE_OPTIONS)) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== file.href) return loaded;
      const source = readFileSync(fileURLToPath(url), 'utf8');
      return { ...loaded, source: source.replace(versionLine, (version) => String(Number(version) - 1)) };
    },
  });
}
