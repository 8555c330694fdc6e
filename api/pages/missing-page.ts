import type { Context } from 'koa';
import { docsAssets, pagePolicy } from './serve-docs.ts';

/** Answers a browser at an unknown address with a page that helps; other clients get the error. */
export async function sendMissingPage(context: Context, message: string): Promise<void> {
  const html = await render(message);
  context.vary('Accept');
  context.set('Content-Security-Policy', pagePolicy.replace("form-action 'none'", "form-action 'self'"));
  context.type = 'text/html; charset=utf-8';
  context.body = html;
}

async function render(message: string): Promise<string> {
  const { escapeHtml } = await import('./docs/markdown.ts');
  const { renderPage } = await import('./page-shell.ts');
  return renderPage({
    title: 'Page not found',
    assets: docsAssets().folder,
    navigation: '<nav class="views" aria-label="Documentation"><a href="/docs">API reference</a></nav>',
    content: `<main id="content" class="document" tabindex="-1">
      <h1>There is no page here</h1>
      <p>${escapeHtml(message)}</p>
      <form action="/" role="search">
        <p><label for="q">Search lots by the words of their titles</label></p>
        <p><input id="q" name="q" type="text" required maxlength="100"></p>
        <p><button class="primary">Search</button></p>
      </form>
      <p><a href="/">Home</a> · <a href="/?view=search">All lots</a> · <a href="/docs">API reference</a></p>
    </main>`,
  });
}
