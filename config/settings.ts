import Type, { type Static, type TProperties, type TSchemaOptions } from 'typebox';

const whole = (minimum: number, maximum: number, options: object) =>
  Type.Integer({ minimum, maximum, ...options });
const port = (options: object) => whole(0, 65_535, options);
const optionalPort = (options: object) => Type.Optional(port(options));
const milliseconds = (options: object) => whole(1, 3_600_000, options);
const optional = (options: TSchemaOptions) => Type.Optional(Type.String(options));

/** A host name in lower case, with or without a port. */
const host = '[a-z0-9-]+(\\.[a-z0-9-]+)*(:[0-9]{1,5})?';

/** A file of certificates for a server whose authority Node does not trust by default. */
const certificates = (server: string) =>
  optional({
    description: `File of certificates (PEM) of the authorities for ${server}.`,
    format: 'certificates',
    examples: ['/etc/gem-auctions/ca.pem'],
  });

/**
 * Every setting of the service: environment variable, type, default and meaning. The single list against which the
 * processes, the documentation and the container files are checked. A `writeOnly` setting can hold a secret and is
 * never shown.
 */
export const settings = {
  PORT: port({ default: 3000, description: 'Port of the API; 0 selects any free port.' }),
  OPERATIONS_PORT: optionalPort({
    description:
      'Separate port for /metrics and /readyz of the API, which are then not available on PORT; off by default, 3003 with docker-compose.yml.',
  }),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address on which the API listens.' }),
  PUBLIC_URL: optional({
    pattern: '^https?://[^/\\s]+$',
    description:
      'Address under which clients reach the API, without a path: the OpenAPI document links to the documentation there. `http://localhost` with PORT by default.',
  }),
  IMAGE_HOSTS: optional({
    // Nothing that could end a directive of the Content-Security-Policy, or an attribute.
    pattern: `^${host}(,${host})*$`,
    description:
      'Hosts from which the explorer may load photos of lots (`image_url`), separated by commas; none by default.',
    examples: ['images.example.com,photos.example.org'],
  }),
  ELASTICSEARCH_URL: Type.String({
    default: 'http://127.0.0.1:9200',
    description: 'Elasticsearch; several nodes are separated by commas.',
    pattern: '^https?://[^,\\s]+(,https?://[^,\\s]+)*$',
    format: 'addresses',
    examples: ['https://user:password@es1:9200,https://user:password@es2:9200'],
    writeOnly: true,
  }),
  ELASTICSEARCH_API_KEY: optional({
    description: 'API key for Elasticsearch, in its base64 form; none by default.',
    pattern: '^[A-Za-z0-9+/=_-]+$',
    writeOnly: true,
  }),
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
  INDEX_SHARDS: whole(1, 256, {
    default: 1,
    description:
      'Number of shards of the next records index, which the first import or a replacement builds.',
  }),
  INDEX_REPLICAS: whole(0, 32, {
    default: 1,
    description:
      'Number of replicas of each shard, limited by the number of nodes; applied like INDEX_SHARDS.',
  }),
  RATE_LIMIT_MAX: whole(0, 1_000_000_000, {
    default: 1000,
    description: 'Maximum requests of a client within the window; 0 disables the limit.',
  }),
  RATE_LIMIT_WINDOW_S: whole(1, 86_400 * 31, {
    default: 3600,
    description: 'Length of the rolling rate limit window in seconds.',
  }),
  TRUST_PROXY: optional({
    description:
      'Networks of the proxies whose X-Forwarded-For is trusted, separated by commas; none by default.',
    format: 'networks',
    examples: ['10.42.7.0/28,::1'],
  }),
  CACHE_MAX_MB: whole(0, 65_536, {
    default: 64,
    description: 'Memory in MB for cached responses; 0 disables the cache.',
  }),
  API_HEAP_MB: whole(256, 65_536, {
    default: 512,
    description: 'Maximum heap of an API process in MB.',
  }),
  WORKER_HEAP_MB: whole(128, 65_536, {
    default: 512,
    description: 'Maximum heap of a worker in MB.',
  }),
  MAX_IN_FLIGHT: whole(1, 100_000, {
    default: 256,
    description: 'Maximum requests in flight; above it the API answers 503.',
  }),
  MAX_IN_FLIGHT_PER_CLIENT: Type.Optional(
    whole(0, 100_000, {
      description:
        'Maximum concurrent requests of a client; above it the API answers 429. Half of MAX_IN_FLIGHT by default, at least 32; 0 disables the limit.',
      examples: [64],
    }),
  ),
  READ_TIMEOUT_S: whole(1, 86_400, {
    default: 120,
    description:
      'Seconds without a byte on a connection that has a request; then it is closed. More than ELASTICSEARCH_TIMEOUT_MS.',
  }),
  MAX_CONNECTIONS: whole(1, 1_000_000, {
    default: 2048,
    description: 'Maximum client connections; further ones are closed.',
  }),
  MAX_CONNECTIONS_PER_CLIENT: whole(1, 1_000_000, {
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
      'Whether `npm start` and docker-compose.yml import the sample data into an empty index that no deletion has emptied.',
  }),
  MCP: Type.Enum(['on', 'off'], {
    default: 'off',
    description:
      'Whether the API serves assistants at /mcp (Model Context Protocol), with the limits of any client; pages of other origins than PUBLIC_URL and localhost are refused.',
  }),
  IMPORT_ROOT: optional({
    description: 'Folder that must contain the files of import jobs; LOCAL_DIR/imports by default.',
  }),
  S3_ENDPOINT: optional({
    description:
      'S3-compatible store from which `s3://bucket/key` is imported; that of Amazon in S3_REGION by default.',
    pattern: '^https?://[^/\\s@?#]+$',
    format: 'addresses',
    examples: ['https://minio.example.com:9000'],
  }),
  S3_REGION: Type.String({
    default: 'us-east-1',
    description: 'Region of the store, for which requests are signed; many stores accept any.',
    pattern: '^[a-z0-9-]{1,40}$',
  }),
  S3_ACCESS_KEY_ID: optional({
    description: 'Access key of the store; by default that of the role of the process.',
    pattern: '^[^\\s,/]+$',
    writeOnly: true,
  }),
  S3_SECRET_ACCESS_KEY: optional({
    description: 'Secret of S3_ACCESS_KEY_ID.',
    pattern: '^\\S+$',
    writeOnly: true,
  }),
  S3_SESSION_TOKEN: optional({
    description: 'Session token of temporary keys.',
    pattern: '^\\S+$',
    writeOnly: true,
  }),
  S3_CA_FILE: certificates('the S3 store'),
  SOURCE_TIMEOUT_S: whole(1, 86_400 * 31, {
    default: 900,
    description: 'Seconds after which an import fails whose file or object cannot be read.',
  }),
  WORKER_PORT: optionalPort({
    description:
      "Port of the worker's health, metrics and dashboard; off by default, 3001 with `npm start` and docker-compose.yml.",
  }),
  DASHBOARD_USER: optional({ description: 'User name of the queue dashboard.' }),
  DASHBOARD_PASSWORD: optional({
    description:
      'Password of the queue dashboard; during a change the new one and the former one, on a line each.',
    writeOnly: true,
  }),
  ELASTICSEARCH_PORT: port({ default: 9200, description: 'Port of the local Elasticsearch.' }),
  REDIS_PORT: port({ default: 6379, description: 'Port of the local Redis.' }),
  ELASTICSEARCH_HEAP: Type.String({
    default: '1g',
    description: 'Heap of the local Elasticsearch.',
    pattern: '^[1-9][0-9]*[mg]$',
  }),
  SERVICE_IMAGE: optional({
    description: 'Image of the service for docker-compose.yml; `gemstone-auction-data-service` by default.',
  }),
  ELASTICSEARCH_IMAGE: optional({
    description: 'Elasticsearch image for docker-compose.yml and the container tests.',
  }),
  REDIS_IMAGE: optional({ description: 'Redis image for docker-compose.yml and the container tests.' }),
  NODE_IMAGE: optional({
    description: "Base image of the service's image, for docker-compose.yml and the container tests.",
  }),
} satisfies TProperties;

export type Settings = Static<ReturnType<typeof Type.Object<typeof settings>>>;
export type SettingName = keyof typeof settings;
