import type { Client, TransportRequestOptions } from '@elastic/elasticsearch';
import type { Redis } from 'ioredis';
import type { Static } from 'typebox';
import Type from 'typebox';
import type { Operation } from './endpoint/define-route.ts';
import { ApiError } from './http/errors.ts';
import { asApiError } from './search/errors.ts';
import { describeForOperator } from './search/index-state.ts';
import { totalHits } from './search/search-context.ts';

const Readiness = Type.Object(
  {
    status: Type.Literal('ready'),
    elasticsearch: Type.Object({ version: Type.String() }, { additionalProperties: false }),
    redis: Type.Enum(['ready', 'away'], {
      description: 'Whether Redis responds and announces changes. The service works without it.',
    }),
    index: Type.String(),
    records: Type.Integer({ minimum: 0 }),
    data_version: Type.String(),
    as_of: Type.String({ format: 'date-time' }),
    data_version_checked_at: Type.String({
      format: 'date-time',
      description: 'When the data version was read from the index. It is read at least every 5 seconds.',
    }),
    mapping_version: Type.Integer({
      minimum: 1,
      description: 'The mapping version of the index, which is the one of this build.',
    }),
    problem: Type.Optional(
      Type.String({ description: 'A problem for an operator to fix, although most requests are answered.' }),
    ),
  },
  { additionalProperties: false },
);

/** GET /readyz: requests can be answered. */
const readyz: Operation = {
  path: '/readyz',
  operationId: 'checkReadiness',
  summary: 'Whether Elasticsearch and the index behind the alias answer',
  data: Readiness,
  async check({
    services: { elasticsearch, redis },
    config,
    indexStates,
  }): Promise<Static<typeof Readiness>> {
    const options = { requestTimeout: Math.min(config.elasticsearchTimeoutMs, 5000), maxRetries: 0 };
    try {
      const { state, readAt } = await indexStates.check();
      const [info, records, isRedisReady] = await Promise.all([
        elasticsearch.info({}, options),
        countRecords(elasticsearch, state.index, options),
        responds(redis),
      ]);
      return {
        status: 'ready',
        elasticsearch: { version: info.version.number },
        redis: isRedisReady && indexStates.isAnnounced() ? 'ready' : 'away',
        index: state.index,
        records,
        data_version: state.dataVersion,
        as_of: state.asOf,
        data_version_checked_at: readAt.toISOString(),
        mapping_version: state.mappingVersion,
        ...(state.problem && { problem: state.problem }),
      };
    } catch (error) {
      const failure = asApiError(error);
      throw failure instanceof ApiError ? forOperator(failure) : failure;
    }
  },
};

/** An error whose message is the reason, for operators. */
function forOperator(failure: ApiError): ApiError {
  const { code, headers } = failure;
  return new ApiError(code, { message: describeForOperator(failure), headers, cause: failure });
}

/** A shard that cannot be read is an error. */
async function countRecords(
  client: Client,
  index: string,
  options: TransportRequestOptions,
): Promise<number> {
  const search = { index, allow_partial_search_results: false, size: 0, track_total_hits: true };
  return totalHits(await client.search(search, options));
}

/**
 * A server that accepts connections but does not answer is unavailable; the command has a timeout (`connectServices`).
 */
async function responds(redis: Redis): Promise<boolean> {
  return redis.ping().then(
    () => true,
    () => false,
  );
}

const Health = Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false });

/** GET /healthz: liveness of the process. */
export const healthz: Operation = {
  path: '/healthz',
  operationId: 'checkHealth',
  summary: 'Whether the process is alive',
  data: Health,
  check: async () => ({ status: 'ok' }) satisfies Static<typeof Health>,
};

/** Every documented path for operators. */
export const operations: Operation[] = [healthz, readyz];
