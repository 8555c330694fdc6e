const loading = new Map<string, Promise<void>>();

/**
 * Loads a style sheet that not every visit needs; resolves when it applies.
 * @param path in the folder of the page's files
 */
export function loadStyle(path: string): Promise<void> {
  const known = loading.get(path);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  // Beside the modules, in the folder that is named by its content.
  link.href = new URL(`../${path}`, import.meta.url).href;
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${path} could not be loaded.`)));
  });
  // A file that failed to load may load at the next attempt.
  loaded.catch(() => {
    loading.delete(path);
    link.remove();
  });
  loading.set(path, loaded);
  // The style for paper is the last one, so that it decides.
  document.head.querySelector('[media="print"]')!.before(link);
  return loaded;
}
