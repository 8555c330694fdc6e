import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Which rules are applied. Without `resultTypes` axe also describes each element that keeps to them. */
const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/**
 * What axe finds in a page: the rule, how grave it is, and the elements.
 * The policy of the page forbids foreign scripts; what the browser's own tools run is exempt.
 */
export async function axeFindings(page: Page): Promise<[rule: string, impact: string, elements: string[]][]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)]))`);
}
