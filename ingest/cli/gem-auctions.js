#!/usr/bin/env node
// Plain JavaScript on purpose: an older Node must still be able to read this much and say what is wrong.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const needed = 26;
const running = Number(process.versions.node.split('.')[0]);

if (running >= needed) {
  // Beside the packages, so that npm ci empties it and nobody else can write it. A read-only folder is left as it is.
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
  const { run } = await import('./program.ts');
  await run(process.argv);
} else {
  // The project brings its own Node; the machine's is too old.
  const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
  if (!existsSync(node)) {
    console.error(
      `gem-auctions needs Node ${needed} or newer; this is ${process.version}. Run npm ci, without --omit=optional, which brings it.`,
    );
    process.exit(1);
  }
  const { status, signal } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(signal ? 130 : (status ?? 1));
}
