import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '../../config/project-root.ts';

/** An import of one file by another, types included. Paths are relative to the project. */
export interface Import {
  from: string;
  to: string;
}

/** All static and dynamic imports between files of the project in the `.ts` files below a folder. */
export function importsBelow(folder: string): Import[] {
  return filesBelow(folder).flatMap((from) => {
    const found = readSource(from).matchAll(
      /(?:^(?:import|export)\s[^;]*?from\s+|^import\s+|\bimport\()'(\.[^']+)'/gm,
    );
    return [...found].map(([, path]) => ({ from, to: relative('.', join(dirname(from), path!)) }));
  });
}

/** The `.ts` files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

export const readSource = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

/**
 * The files that some files reach by imports, including themselves.
 * @param without files whose imports are not followed
 */
export function reachedFrom(
  starts: readonly string[],
  imports: readonly Import[],
  without: (file: string) => boolean = () => false,
): Set<string> {
  const importsOf = Map.groupBy(imports, ({ from }) => from);
  const reached = new Set<string>();
  const enter = (file: string) => {
    if (reached.has(file) || without(file)) return;
    reached.add(file);
    for (const { to } of importsOf.get(file) ?? []) enter(to);
  };
  for (const file of starts) enter(file);
  return reached;
}

/** The imports on cycles or between cycles: those that remain after files without incoming or outgoing imports are removed repeatedly. */
export function circlesOf(arrows: readonly Import[]): readonly Import[] {
  const entered = new Set(arrows.map(({ to }) => to));
  const left = new Set(arrows.map(({ from }) => from));
  const inner = arrows.filter(({ from, to }) => entered.has(from) && left.has(to));
  return inner.length === arrows.length ? inner : circlesOf(inner);
}
