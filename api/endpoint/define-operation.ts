import type { TSchema } from 'typebox';
import type { AppContext } from './context.ts';

/** A path for those who run the service: no parameters, no limits, not read from the records. */
export interface Operation {
  path: string;
  operationId: string;
  summary: string;
  data: TSchema;
  /** @throws ApiError `unavailable` */
  answer(app: AppContext): Promise<unknown>;
}
