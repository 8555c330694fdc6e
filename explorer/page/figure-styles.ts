const names = ['styles/market.css', 'styles/prices.css', 'uplot.css'];

let loaded: Promise<unknown> | undefined;

/** Loads the styles of views with figures, once: the first view of most visits has none. */
export function loadFigureStyles(): Promise<unknown> {
  loaded ??= Promise.all(names.map(load)).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

function load(name: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  // Beside the modules, in the folder that is named by its content.
  link.href = new URL(`../${name}`, import.meta.url).href;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${name} could not be loaded.`));
    });
    document.head.append(link);
  });
}
