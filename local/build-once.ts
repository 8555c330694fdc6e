import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitForLock } from './process/lock.ts';

/** A build of sources that is made once and kept. */
export interface Build {
  /** Name of the result, and first part of its folder's name. */
  name: string;
  /** Files of which a changed byte makes a new build. */
  sources: string[];
  /** What else the result depends on, such as the platform. */
  variant?: string;
  /** Makes the result in an empty folder. */
  make(folder: string): Promise<void>;
}

/**
 * The folder with the result of a build, made now if it has not been made yet. Any number of processes may ask at
 * the same time: one builds, the others wait, and what is found under the final name is always whole.
 * @param root folder below which builds are kept
 * @param onWork called with a message when there is something to wait for
 */
export async function buildOnce(root: string, build: Build, onWork: (text: string) => void): Promise<string> {
  mkdirSync(root, { recursive: true });
  // Links resolved, so that whoever comes here by another path finds what was made for this one.
  const folder = join(realpathSync(root), `${build.name}-${fingerprint(build)}`);
  if (existsSync(folder)) return folder;
  const lock = await waitForLock(`${folder}.lock`, ({ pid }) => {
    onWork(`Process ${pid} is preparing ${build.name} already; waiting for it …`);
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
    lock.release();
  }
}

function fingerprint({ sources, variant = '' }: Build): string {
  const hash = createHash('sha256').update(variant);
  for (const file of sources.flatMap((pattern) => globSync(pattern)).toSorted())
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
