import type { Page } from 'playwright-core';

/**
 * How far what was visible has moved without input since the page was opened: the sum of its layout shifts, each the
 * share of the window that moved times how far.
 */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const moves = list.getEntries().filter((entry) => !entry.hadRecentInput);
      resolve(moves.reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: 'layout-shift', buffered: true });
    // Without any shift the observer says nothing.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
  })`);
