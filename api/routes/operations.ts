import Type, { type Static, type TSchema } from 'typebox';
import { mappingVersion } from '../../mappings/records-index.ts';
import type { AppContext } from '../app-context.ts';
import { asApiError } from '../engine.ts';

/** A path for those who run the service: no parameters, no limits, not read from the records. */
export interface Operation {
  path: string;
  operationId: string;
  summary: string;
  data: TSchema;
  /** @throws ApiError `unavailable` */
  answer(app: AppContext): Promise<unknown>;
}

const Health = Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false });

/** GET /healthz: the process is alive. */
export const healthz: Operation = {
  path: '/healthz',
  operationId: 'health',
  summary: 'Whether the process is alive',
  data: Health,
  answer: async () => ({ status: 'ok' }) satisfies Static<typeof Health>,
};

const Readiness = Type.Object(
  {
    status: Type.Literal('ready'),
    elasticsearch: Type.Object({ version: Type.String() }, { additionalProperties: false }),
    redis: Type.Enum(['ready', 'away'], { description: 'Away is not fatal: the service does without.' }),
    index: Type.String(),
    records: Type.Integer({ minimum: 0 }),
    data_version: Type.String(),
    as_of: Type.String({ format: 'date-time' }),
    mapping_version: Type.Integer({
      minimum: 1,
      description: `Of the index; this build knows ${mappingVersion}, which \`gem-auctions migrate\` builds.`,
    }),
  },
  { additionalProperties: false },
);

/** GET /readyz: questions can be answered. */
export const readyz: Operation = {
  path: '/readyz',
  operationId: 'readiness',
  summary: 'Whether Elasticsearch and the index behind the alias answer',
  data: Readiness,
  async answer({
    services: { elasticsearch, redis },
    config,
    dataStates,
  }): Promise<Static<typeof Readiness>> {
    const options = { requestTimeout: Math.min(config.elasticsearchTimeoutMs, 5000), maxRetries: 0 };
    try {
      const state = await dataStates.current();
      const [info, counted] = await Promise.all([
        elasticsearch.info({}, options),
        elasticsearch.count({ index: config.indexAlias }, options),
      ]);
      return {
        status: 'ready',
        elasticsearch: { version: info.version.number },
        redis: redis.status === 'ready' ? 'ready' : 'away',
        index: state.index,
        records: counted.count,
        data_version: state.dataVersion,
        as_of: state.asOf,
        mapping_version: state.mappingVersion,
      };
    } catch (error) {
      throw asApiError(error);
    }
  },
};

export const operations = [healthz, readyz];
