import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The applied rules. Without `resultTypes`, axe also reports each element that passes. */
const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/**
 * The violations that axe finds in a page: the rule, its impact, and the elements.
 * The policy of the page forbids foreign scripts; what the browser's own tools run is exempt.
 */
export async function axeFindings(page: Page): Promise<[rule: string, impact: string, elements: string[]][]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)]))`);
}
