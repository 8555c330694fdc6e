import Type, { type Static, type TProperties } from 'typebox';

const port = (options: object) => Type.Integer({ minimum: 0, maximum: 65_535, ...options });
const milliseconds = (options: object) => Type.Integer({ minimum: 1, maximum: 3_600_000, ...options });

/** A host name in lower case, with or without a port. */
const host = '[a-z0-9-]+(\\.[a-z0-9-]+)*(:[0-9]{1,5})?';

/** A file of certificates for a server whose authority Node does not trust by default. */
const certificates = (server: string) =>
  Type.Optional(
    Type.String({
      description: `File with the certificates (PEM) of the authorities that ${server}'s certificate must be signed by.`,
      format: 'certificates',
      examples: ['/etc/gem-auctions/ca.pem'],
    }),
  );

/**
 * Every setting of the service: environment variable, type, default and meaning. The single list against which the
 * processes, the documentation and the container files are checked. A `writeOnly` setting can hold a secret and is
 * never shown.
 */
export const settings = {
  PORT: port({ default: 3000, description: 'Port of the API; 0 selects any free port.' }),
  OPERATIONS_PORT: Type.Optional(
    port({
      description:
        'Separate port for /metrics and /readyz of the API, which are then not available on PORT; off by default.',
    }),
  ),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address on which the API listens.' }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/\\s]+$',
      description:
        'Address under which clients reach the API, without a path: the OpenAPI document links to the documentation there. `http://localhost` with PORT by default; then `/llms.txt` links to the Host of each request.',
    }),
  ),
  SECURITY_CONTACT: Type.Optional(
    Type.String({
      pattern: '^(https://|mailto:|tel:)\\S+$',
      description:
        'Where vulnerabilities are reported, as a URI, for /.well-known/security.txt; by default the page /docs/security.',
      examples: ['mailto:security@example.com'],
    }),
  ),
  IMAGE_HOSTS: Type.Optional(
    Type.String({
      // Nothing that could end a directive of the Content-Security-Policy, or an attribute.
      pattern: `^${host}(,${host})*$`,
      description:
        'Hosts from which the explorer may load photos of lots (`image_url`), over https, separated by commas; none by default, and then it shows no photos.',
      examples: ['images.example.com,photos.example.org'],
    }),
  ),
  ELASTICSEARCH_URL: Type.String({
    default: 'http://127.0.0.1:9200',
    description: 'Elasticsearch; several nodes are separated by commas.',
    pattern: '^https?://[^,\\s]+(,https?://[^,\\s]+)*$',
    format: 'addresses',
    examples: ['https://user:password@es1:9200,https://user:password@es2:9200'],
    writeOnly: true,
  }),
  ELASTICSEARCH_API_KEY: Type.Optional(
    Type.String({
      description: 'API key for Elasticsearch, in its base64 form; none by default.',
      pattern: '^[A-Za-z0-9+/=_-]+$',
      writeOnly: true,
    }),
  ),
  ELASTICSEARCH_CA_FILE: certificates('Elasticsearch'),
  ELASTICSEARCH_TIMEOUT_MS: milliseconds({
    default: 10_000,
    description: 'Maximum time in milliseconds that the API waits for Elasticsearch before it answers 503.',
  }),
  REDIS_URL: Type.String({
    default: 'redis://127.0.0.1:6379',
    description: 'Redis, for the queues, the rate limit and the announcements of new data.',
    pattern: '^rediss?://\\S+$',
    format: 'addresses',
    examples: ['rediss://user:password@redis:6379'],
    writeOnly: true,
  }),
  REDIS_CA_FILE: certificates('Redis'),
  INDEX_ALIAS: Type.String({
    default: 'auctions',
    description: 'Alias of the live index, and prefix of every index and queue name.',
    pattern: '^[a-z][a-z0-9-]{0,80}$',
  }),
  INDEX_SHARDS: Type.Integer({
    minimum: 1,
    maximum: 256,
    default: 1,
    description:
      'Number of shards of the next records index, which the first import, a replacement or a migration builds.',
  }),
  INDEX_REPLICAS: Type.Integer({
    minimum: 0,
    maximum: 32,
    default: 1,
    description:
      'Number of replicas of each shard, limited by the number of nodes; applied like INDEX_SHARDS.',
  }),
  RATE_LIMIT_MAX: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: 1000,
    description: 'Maximum requests of a client within the window; 0 disables the limit.',
  }),
  RATE_LIMIT_WINDOW_S: Type.Integer({
    minimum: 1,
    maximum: 86_400 * 31,
    default: 3600,
    description: 'Length of the rolling rate limit window in seconds.',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      description:
        'Networks of the proxies whose X-Forwarded-For is trusted, separated by commas; none by default.',
      format: 'networks',
      examples: ['10.42.7.0/28,::1'],
    }),
  ),
  CACHE_MAX_MB: Type.Integer({
    minimum: 0,
    maximum: 65_536,
    default: 64,
    description: 'Memory in MB for cached responses; 0 disables the cache.',
  }),
  API_HEAP_MB: Type.Integer({
    minimum: 256,
    maximum: 65_536,
    default: 512,
    description: 'Maximum heap of an API process in MB, which Node gets when the process starts.',
  }),
  WORKER_HEAP_MB: Type.Integer({
    minimum: 128,
    maximum: 65_536,
    default: 512,
    description: 'Maximum heap of a worker in MB, which Node gets when the process starts.',
  }),
  MAX_IN_FLIGHT: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 256,
    description: 'Maximum requests in flight; above it the API answers 503.',
  }),
  MAX_IN_FLIGHT_PER_CLIENT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description:
        'Maximum concurrent requests of a client; above it the API answers 429. Half of MAX_IN_FLIGHT by default, at least 32; 0 disables the limit.',
      examples: [64],
    }),
  ),
  READ_MIN_BYTES_PER_S: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 32_768,
    description:
      'Minimum bytes per second at which a client must read a response; the connection of a slower client is closed.',
  }),
  READ_GRACE_S: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 30,
    description: 'Seconds for which a client may read more slowly than READ_MIN_BYTES_PER_S, or not at all.',
  }),
  READ_TIMEOUT_S: Type.Integer({
    minimum: 1,
    maximum: 86_400,
    default: 7200,
    description: 'Maximum time in seconds from a request to the last byte of its response.',
  }),
  MAX_CONNECTIONS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 2048,
    description: 'Maximum client connections; further ones are closed.',
  }),
  MAX_CONNECTIONS_PER_CLIENT: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 256,
    description: 'Maximum connections from one address that is not in TRUST_PROXY; further ones are closed.',
  }),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    description: 'Minimum level of the log lines that are written.',
  }),
  LOCAL_DIR: Type.String({
    default: '.local',
    description:
      'Folder for the local engine, its data and logs. Without ELASTICSEARCH_URL and REDIS_URL the engine that runs in it is used.',
  }),
  SAMPLE_DATA: Type.Enum(['on', 'off'], {
    default: 'on',
    description:
      'Whether `npm start` imports the sample data into an empty index that no deletion has emptied.',
  }),
  SCORECARD: Type.Enum(['on', 'off'], {
    default: 'on',
    description:
      'Whether the scorecard process backtests the price estimates after the data changed, for /api/ext/scorecard; if off, it does nothing, and `npm start` does not start it.',
  }),
  SCORECARD_QUIET_S: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    default: 30,
    description: 'Seconds without another change of the data after which the scorecard is computed.',
  }),
  SCORECARD_PORT: Type.Optional(
    port({
      description:
        "Port of the scorecard process's health and metrics; off by default, 3002 with `npm start`.",
    }),
  ),
  IMPORT_ROOT: Type.Optional(
    Type.String({
      description: 'Folder that must contain the files of import jobs; LOCAL_DIR/imports by default.',
    }),
  ),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      description:
        'S3-compatible store from which `s3://bucket/key` is imported; that of Amazon in S3_REGION by default.',
      pattern: '^https?://[^/\\s@?#]+$',
      format: 'addresses',
      examples: ['https://minio.example.com:9000'],
    }),
  ),
  S3_REGION: Type.String({
    default: 'us-east-1',
    description: 'Region of the store, for which requests are signed; many stores accept any.',
    pattern: '^[a-z0-9-]{1,40}$',
  }),
  S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({
      description: 'Access key of the store; without one requests are not signed, for public buckets.',
      pattern: '^[^\\s,/]+$',
      writeOnly: true,
    }),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({
      description: 'Secret of S3_ACCESS_KEY_ID.',
      pattern: '^\\S+$',
      writeOnly: true,
    }),
  ),
  S3_SESSION_TOKEN: Type.Optional(
    Type.String({
      description: 'Session token of temporary keys.',
      pattern: '^\\S+$',
      writeOnly: true,
    }),
  ),
  S3_CA_FILE: certificates('the S3 store'),
  SOURCE_TIMEOUT_S: Type.Integer({
    minimum: 1,
    maximum: 86_400 * 31,
    default: 900,
    description: 'Seconds after which an import fails whose file or object cannot be read.',
  }),
  WORKER_PORT: Type.Optional(
    port({
      description:
        "Port of the worker's health, metrics and dashboard; off by default, 3001 with `npm start`.",
    }),
  ),
  DASHBOARD_USER: Type.Optional(Type.String({ description: 'User name of the queue dashboard.' })),
  DASHBOARD_PASSWORD: Type.Optional(
    Type.String({ description: 'Password of the queue dashboard.', writeOnly: true }),
  ),
  ELASTICSEARCH_PORT: port({ default: 9200, description: 'Port of the local Elasticsearch.' }),
  REDIS_PORT: port({ default: 6379, description: 'Port of the local Redis.' }),
  ELASTICSEARCH_HEAP: Type.String({
    default: '1g',
    description: 'Heap of the local Elasticsearch.',
    pattern: '^[1-9][0-9]*[mg]$',
  }),
  ELASTICSEARCH_IMAGE: Type.Optional(
    Type.String({ description: 'Elasticsearch image for the container tests.' }),
  ),
  REDIS_IMAGE: Type.Optional(Type.String({ description: 'Redis image for the container tests.' })),
  NODE_IMAGE: Type.Optional(
    Type.String({ description: "Base image of the service's image, for the container tests." }),
  ),
} satisfies TProperties;

export type Settings = Static<ReturnType<typeof Type.Object<typeof settings>>>;
export type SettingName = keyof typeof settings;
