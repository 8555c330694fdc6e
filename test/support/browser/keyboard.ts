import type { Page } from 'playwright-core';

/** Maximum presses of Tab to reach any element. */
const mostTabs = 150;

/**
 * Presses Tab until the focus is on an element.
 * @throws Error if the element is not reached
 */
export async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < mostTabs; press++) {
    await page.keyboard.press(key);
    if (await isFocused(page, selector)) return;
  }
  throw new Error(`${selector} cannot be reached by ${key}.`);
}

/** Whether the focus is on an element. */
export async function isFocused(page: Page, selector: string): Promise<boolean> {
  return (await page.locator(':focus').and(page.locator(selector)).count()) > 0;
}
