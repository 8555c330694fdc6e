import axe from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What rules are applied to, and what of it: axe describes each element that keeps to a rule too, unless told not to. */
const options = { runOnly: tags, resultTypes: ['violations'] };

/**
 * What axe finds in a page: the rule, how grave it is, and the elements.
 * The policy of the page forbids foreign scripts; what the browser's own tools run is exempt.
 */
export async function axeFindings(page: Page): Promise<[rule: string, impact: string, elements: string[]][]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)]))`);
}
