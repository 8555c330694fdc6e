import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitForLock } from './process/lock.ts';

/** A build that is made once and kept. */
export interface Build {
  /** Name of the result, and first part of its folder's name. */
  name: string;
  /** Files whose change causes a new build. */
  sources: string[];
  /** What else the result depends on, such as the platform. */
  variant?: string;
  /** Makes the result in an empty folder. */
  make(folder: string): Promise<void>;
}

/**
 * Returns the folder with the result of a build, and builds it if it does not exist. If several processes call it at once,
 * one builds and the others wait; the final folder is always complete.
 * @param root folder of all builds
 * @param onWork called with a message when the caller has to wait
 */
export async function buildOnce(root: string, build: Build, onWork: (text: string) => void): Promise<string> {
  mkdirSync(root, { recursive: true });
  // Links are resolved, so that another path to the folder finds the same build.
  const folder = join(realpathSync(root), `${build.name}-${fingerprint(build)}`);
  if (existsSync(folder)) return folder;
  const release = await waitForLock(`${folder}.lock.sqlite`, () => {
    onWork(`Another process is already preparing ${build.name}; waiting for it …`);
  });
  try {
    if (existsSync(folder)) return folder;
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    onWork(`Preparing ${build.name}; the first time this can take some minutes …`);
    await build.make(unfinished);
    renameSync(unfinished, folder);
    return folder;
  } finally {
    release();
  }
}

function fingerprint({ sources, variant = '' }: Build): string {
  const hash = createHash('sha256').update(variant);
  for (const file of sources.flatMap((pattern) => globSync(pattern)).toSorted())
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
