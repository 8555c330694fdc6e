import type { Page } from 'playwright-core';

/** Most presses of Tab that a visitor is expected to make on the way to anything. */
const mostTabs = 150;

/**
 * Moves the focus by Tab alone until it is on an element.
 * @throws Error when it is not reached
 */
export async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < mostTabs; press++) {
    await page.keyboard.press(key);
    if (await isFocused(page, selector)) return;
  }
  throw new Error(`${selector} is not reached by ${key}.`);
}

/** Whether the focus is on an element. */
export async function isFocused(page: Page, selector: string): Promise<boolean> {
  return (await page.locator(':focus').and(page.locator(selector)).count()) > 0;
}
