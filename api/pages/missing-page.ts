import type { Context, Middleware } from 'koa';
import { ApiError } from '../http/errors.ts';
import { docsAssets, pagePolicy } from './serve-docs.ts';

/** Answers a browser at an unknown address with a page that helps; other clients, and paths below /api, get the error. */
export function missingPage(): Middleware {
  return async (context, next) => {
    try {
      await next();
      if (context.status === 404 && context.body == null) throw new ApiError('not_found');
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found' || !isForReaders(context)) throw error;
      context.state.error = error;
      context.status = 404;
      context.vary('Accept');
      context.set('Cache-Control', 'no-store');
      context.set(
        'Content-Security-Policy',
        pagePolicy.join('; ').replace("form-action 'none'", "form-action 'self'"),
      );
      context.type = 'text/html; charset=utf-8';
      context.body = await render(error.message);
    }
  };
}

const isForReaders = (context: Context) =>
  !context.path.startsWith('/api/') && context.accepts('json', 'html') === 'html';

async function render(message: string): Promise<string> {
  const { escapeHtml } = await import('./docs/markdown.ts');
  const { renderPage } = await import('./page-shell.ts');
  return renderPage({
    title: 'Page not found',
    assets: docsAssets().folder,
    navigation: '<a href="/docs">API reference</a>',
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
