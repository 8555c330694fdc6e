import Type, { type Static } from 'typebox';
import type { Operation } from '../endpoint/define-route.ts';

const Health = Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false });

/** GET /healthz: liveness of the process. */
export const healthz: Operation = {
  path: '/healthz',
  operationId: 'checkHealth',
  summary: 'Whether the process is alive',
  data: Health,
  answer: async () => ({ status: 'ok' }) satisfies Static<typeof Health>,
};
