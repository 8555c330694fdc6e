import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser; empty if there is none, so that the tests are skipped. */
    chromiumPath: string;
  }
}

/** The headless shell comes first, because its visits take a third of the time. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Finds the browser for the tests: the one of `CHROMIUM_PATH`, the headless shell of Debian, which is installed if
 * possible, or another one. Without a browser, the tests are skipped with a message; in CI that is an error.
 */
export default function setup(project: TestProject): void {
  const path = findChromium();
  if (path === undefined) {
    const advice = 'There is no browser: install Chromium, or name one in CHROMIUM_PATH.';
    if (process.env.CI) throw new Error(advice);
    console.warn(`The browser tests are skipped. ${advice}`);
  }
  project.provide('chromiumPath', path ?? '');
}

/** The path of a browser for the tests; undefined if there is none. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given))
      throw new Error(
        `CHROMIUM_PATH names ${given}, which does not exist. Give the path of a Chromium program.`,
      );
    return given;
  }
  return installed() ?? usual.find(existsSync);
}

function installed(): string | undefined {
  if (existsSync(usual[0]!)) return usual[0];
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (!isRootOnDebian) return undefined;
  console.log('Installing Chromium for the browser tests …');
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
  } catch (error) {
    console.warn(`Chromium could not be installed: ${(error as Error).message}`);
  }
  return usual.find(existsSync);
}

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
}
