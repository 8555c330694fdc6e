import { errors, UndiciConnection } from '@elastic/elasticsearch';
import { Coalescer } from './coalescer.ts';

type Request = Parameters<UndiciConnection['request']>[0];
type Options = Parameters<UndiciConnection['request']>[1];
type Dispatch = UndiciConnection['pool']['dispatch'];
type Handler = Parameters<Dispatch>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type Headers = Parameters<NonNullable<Handler['onResponseStart']>>[2];

/** An answer whose body is there in full. */
interface Gathered {
  statusCode: number;
  headers: Headers;
  body: Buffer;
}

/**
 * A connection that takes the bytes of an answer as they come. The client's own makes a stream of them and reads that,
 * which is a tenth of what statistics cost the API (docs/performance.md). Streams themselves (`asStream`) it does not give.
 * Where more are in the air than keep the node busy, answers are handed on together.
 */
export class GatheringConnection extends UndiciConnection {
  /** Of the node. */
  readonly coalescer = new Coalescer();

  override request(params: Request, options: Options): Promise<never> {
    return this.gather(params, options) as Promise<never>;
  }

  /** @throws TimeoutError, RequestAbortedError or ConnectionError of the client, as its own connection does */
  protected gather(
    { method, path, querystring, headers, body }: Request,
    options: Options,
  ): Promise<Gathered> {
    const root = this.url.pathname.replace(/\/$/, '');
    const exchange = {
      origin: this.url,
      method: method as Parameters<Dispatch>[0]['method'],
      path: `${root}${path}${querystring ? `?${querystring}` : ''}`,
      headers: { ...this.headers, ...headers },
      body: body ?? null,
      headersTimeout: options.timeout ?? this.timeout,
    };
    return new Promise((resolve, reject) => {
      this.pool.dispatch(exchange, new Gathering(this.coalescer, options.signal, resolve, reject));
    });
  }
}

/** One answer as it comes, until its signal ends it. */
class Gathering implements Handler {
  private chunks: Buffer[] = [];
  private controller: Controller | undefined;
  private statusCode = 0;
  private headers: Headers = {};
  private readonly start = performance.now();
  private readonly coalescer: Coalescer;
  private readonly signal: AbortSignal | undefined;
  private readonly resolve: (answer: Gathered) => void;
  private readonly reject: (error: Error) => void;

  constructor(
    coalescer: Coalescer,
    signal: AbortSignal | undefined,
    resolve: (answer: Gathered) => void,
    reject: (error: Error) => void,
  ) {
    this.coalescer = coalescer;
    this.signal = signal;
    this.resolve = resolve;
    this.reject = reject;
    signal?.addEventListener('abort', this);
    coalescer.sent();
  }

  /** The signal's. A request that has not begun yet is ended when it does. */
  handleEvent(): void {
    const gone = new errors.RequestAbortedError('Request aborted');
    this.controller?.abort(gone);
    this.reject(gone);
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.signal?.aborted) this.handleEvent();
  }

  onResponseStart(_controller: Controller, statusCode: number, headers: Headers): void {
    this.statusCode = statusCode;
    this.headers = headers;
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const { statusCode, headers, chunks } = this;
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    this.chunks = [];
    // There is nothing to abort any more, but the signal ends the wait.
    this.controller = undefined;
    this.coalescer.answered(performance.now() - this.start, () => {
      this.signal?.removeEventListener('abort', this);
      this.resolve({ statusCode, headers, body });
    });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.signal?.removeEventListener('abort', this);
    this.coalescer.failed();
    this.reject(asClientError(error));
  }
}

const timeouts = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

function asClientError(error: NodeJS.ErrnoException): Error {
  if (error instanceof errors.RequestAbortedError) return error;
  if (timeouts.includes(error.code ?? '')) return new errors.TimeoutError('Request timed out');
  // The failure of all addresses of a name has a code alone.
  return new errors.ConnectionError(error.message || (error.code ?? error.name));
}
