import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of package.json: the same from the sources and from the API in one file. */
export const projectRoot = dirname(findPackageJSON(import.meta.url)!);
