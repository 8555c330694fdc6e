import type { Static } from 'typebox';
import Type from 'typebox';
import type { Operation } from './endpoint/define-route.ts';
import { ApiError } from './http/errors.ts';
import { asApiError } from './search/errors.ts';
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
      const state = await indexStates.check();
      // A shard that cannot be read is an error.
      const all = {
        index: state.index,
        allow_partial_search_results: false,
        size: 0,
        track_total_hits: true,
      };
      const [info, found, isRedisReady] = await Promise.all([
        elasticsearch.info({}, options),
        elasticsearch.search(all, options),
        // A server that accepts connections but does not answer is away; the command has a timeout (`connectServices`).
        redis.ping().then(
          () => true,
          () => false,
        ),
      ]);
      return {
        status: 'ready',
        elasticsearch: { version: info.version.number },
        redis: isRedisReady && indexStates.isAnnounced() ? 'ready' : 'away',
        index: state.index,
        records: totalHits(found),
        data_version: state.dataVersion,
        as_of: state.asOf,
      };
    } catch (error) {
      const cause = asApiError(error);
      if (!(cause instanceof ApiError)) throw cause;
      // For operators, the message is the reason.
      const { code, headers, reason: message } = cause;
      throw new ApiError(code, { message, headers, cause });
    }
  },
};

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
