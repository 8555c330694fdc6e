import { titleOf } from './docs/markdown-pages.ts';
import { docsPages, docsPath } from './docs/pages.ts';

/** The OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: plain JSON that was generated a moment before
type Json = any;

/**
 * The questions that the API can answer, as Markdown for language models (llmstxt.org), from the OpenAPI document.
 * @param publicUrl of the service; a model needs absolute addresses
 * @param mcp whether the service has an MCP server
 */
export function llmsText({ info, paths }: Json, publicUrl: string, mcp: boolean): string {
  return `# ${info.title}

> ${info.summary}

Read-only JSON over GET, without a key. A response is an object with \`success\`, \`data\`, \`pagination\` and \`meta\`; an error names every
problem and what is allowed. Prices are nominal US dollars of sold lots, weights are carats. Names are found by their synonyms too:
\`Burma\` is Myanmar. ${publicUrl}/api/ext/vocabulary lists all known names. Records with \`is_synthetic\` true are made up; \`meta.synthetic_lots\`
counts them. One client may send 1000 requests an hour.

Assistants have tools for these questions (Model Context Protocol): ${mcp ? `${publicUrl}/mcp, or ` : ''}the program \`gem-auctions mcp --url ${publicUrl}\`
(${publicUrl}${docsPath('assistants')}).

## Paths

${Object.entries<Json>(paths)
  .map(([path, { get }]) => `- \`GET ${path}\`: ${get.summary}`)
  .join('\n')}

## Documentation

- [OpenAPI document](${publicUrl}/api/v1/openapi.json): every path, parameter and field
- [API reference](${publicUrl}/docs): the same to read
${docsPages.map((page) => `- [${titleOf(page)}](${publicUrl}${docsPath(page)})`).join('\n')}
`;
}
