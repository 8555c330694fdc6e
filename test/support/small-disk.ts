import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small file system that tests can fill without harm. */
export interface SmallDisk {
  dir: string;
  /** Fills the disk except for so many bytes. */
  fill(leaveBytes?: number): void;
  /** Frees the filled space. */
  recover(): void;
  remove(): void;
}

/** Mounts a small disk, or returns the reason why this machine does not allow it. */
export function mountSmallDisk(dir: string, megabytes: number): SmallDisk | { missing: string } {
  mkdirSync(dir, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'pipe' });
  } catch (error) {
    return { missing: `a small disk cannot be mounted: ${(error as Error).message.trim()}` };
  }
  const ballast = join(dir, 'ballast');
  return {
    dir,
    fill(leaveBytes = 0) {
      const { bavail, bsize } = statfsSync(dir);
      const block = Buffer.alloc(bsize);
      for (let left = bavail * bsize - leaveBytes; left > 0; left -= bsize) {
        try {
          writeFileSync(ballast, block, { flag: 'a' });
        } catch {
          // Somebody else took the rest meanwhile: it is full.
          return;
        }
      }
    },
    recover: () => truncateSync(ballast, 0),
    remove() {
      // Lazily: a process that ends at this moment may still hold a file.
      execFileSync('umount', ['-l', dir]);
      rmSync(dir, { recursive: true });
    },
  };
}
