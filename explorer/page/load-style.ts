const loading = new Map<string, Promise<void>>();

/**
 * Loads a style sheet of the page that not every visit needs; resolves when it applies.
 * @param name of the file among the styles
 */
export function loadStyle(name: string): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(`../styles/${name}`, import.meta.url).href;
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${name} could not be loaded.`)));
  });
  // A file that failed to load may load at the next attempt.
  loaded.catch(() => {
    loading.delete(name);
    link.remove();
  });
  loading.set(name, loaded);
  document.head.append(link);
  return loaded;
}
