import {
  type Connection,
  type ConnectionRequestResponse,
  errors,
  type Serializer,
  Transport,
  type TransportOptions,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';

type Headers = ConnectionRequestResponse['headers'];

/**
 * Sends searches and bulk requests as the client's own transport does, and leaves to that one what is not as usual: other
 * requests and options, another try, a server that is not Elasticsearch. The own one describes each exchange by an object with
 * an accessor. V8 makes a hidden class for each such object, at once among the old objects, which keeps the request and its
 * answer from being collected with the young (docs/performance.md). It also tells OpenTelemetry and the listeners of
 * `diagnostic` of them, which this one does not.
 */
export class DirectTransport extends Transport {
  private readonly serializer: Serializer;
  private readonly settings: TransportOptions;
  private readonly headers: { json: Headers; lines: Headers };

  constructor(settings: TransportOptions) {
    super(settings);
    this.settings = settings;
    this.serializer = settings.serializer!;
    const { jsonContentType: accept, ndjsonContentType } = settings.vendoredHeaders!;
    this.headers = {
      json: { ...settings.headers, 'content-type': accept!, accept },
      lines: { ...settings.headers, 'content-type': ndjsonContentType!, accept },
    };
  }

  /** @throws the errors of the client; those of a connection and of a refusal without the exchange they came of */
  override request(request: TransportRequestParams, options: TransportRequestOptions = {}): Promise<never> {
    const answer = isUsual(request, options) ? this.ask(request, options) : super.request(request, options);
    return answer as Promise<never>;
  }

  private async ask(request: TransportRequestParams, options: TransportRequestOptions): Promise<unknown> {
    const connection = this.getConnection({ requestId: 0, context: null });
    if (connection === null) return super.request(request, options);
    const retries = options.maxRetries ?? this.settings.maxRetries ?? 0;
    const again = () => super.request(request, { ...options, maxRetries: retries - 1 });
    let answer: ConnectionRequestResponse;
    try {
      answer = await this.send(connection, request, options);
    } catch (error) {
      const isLate = error instanceof errors.TimeoutError;
      if (!isLate && !(error instanceof errors.ConnectionError)) throw error;
      this.connectionPool.markDead(connection);
      if (isLate || retries === 0) throw error;
      return again();
    }
    const { statusCode, headers } = answer;
    const isAway = awayStatuses.has(statusCode);
    if (isAway) this.connectionPool.markDead(connection);
    else this.connectionPool.markAlive(connection);
    if (isAway && retries > 0) return again();
    const body = this.read(answer);
    if (statusCode >= 400) {
      throw new errors.ResponseError({ body, statusCode, headers, warnings: null, meta: {} as never });
    }
    // The own one tells what is wrong with such a server.
    if (headers['x-elastic-product'] !== this.settings.productCheck) return super.request(request, options);
    return body;
  }

  private send(
    connection: Connection,
    { method, path, querystring, body, bulkBody }: TransportRequestParams,
    { requestTimeout, signal }: TransportRequestOptions,
  ): Promise<ConnectionRequestResponse> {
    const { serializer } = this;
    const exchange = {
      ...{ method, path, querystring: serializer.qserialize(querystring) },
      ...(bulkBody
        ? { headers: this.headers.lines, body: linesOf(bulkBody as object[] | Buffer, serializer) }
        : { headers: this.headers.json, body: serializer.serialize(body as object) }),
    };
    // The clients of the service are told milliseconds.
    const timeout = (requestTimeout ?? this.settings.requestTimeout) as number;
    const limits = { requestId: 0, name: 'direct', context: null, timeout };
    return connection.request(exchange, signal ? { ...limits, signal } : limits);
  }

  private read({ headers, body }: ConnectionRequestResponse): unknown {
    const read = Buffer.isBuffer(body) ? body.toString() : body;
    return headers['content-type']?.includes('json') ? this.serializer.deserialize(read) : read;
  }
}

/** A node that answers so is left for another one. */
const awayStatuses = new Set([502, 503, 504]);

const usualOptions = new Set(['requestTimeout', 'signal', 'maxRetries']);

/** Whether a request has objects or lines to send and has not ended before it began, and nothing special is wanted of it. */
function isUsual({ body, bulkBody }: TransportRequestParams, options: TransportRequestOptions): boolean {
  const sent = bulkBody ?? body;
  if (!sent || typeof sent === 'string' || 'pipe' in sent || Buffer.isBuffer(body)) return false;
  return !options.signal?.aborted && Object.keys(options).every((name) => usualOptions.has(name));
}

const linesOf = (lines: object[] | Buffer, serializer: Serializer) =>
  Buffer.isBuffer(lines) ? lines : serializer.ndserialize(lines);
