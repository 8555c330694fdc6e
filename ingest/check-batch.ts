import { Ajv2020 } from 'ajv/dist/2020.js';
import { UnrecoverableError } from 'bullmq';
import Type, { type TSchema } from 'typebox';
import type { AnyBatch, BatchPayloads } from './queue.ts';

/** Longer than any batch of whole records is; a record that is too long is never read as a whole. */
const mostBytes = 8 * 2 ** 20;

const whole = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });
const ofImport = { import: whole(1), run: whole(1), batch: whole(0), records: whole(0) };
const strict = { additionalProperties: false };

const ajv = new Ajv2020({ allErrors: true, strict: true });
const checks = {
  'index-batch': ajv.compile(
    Type.Object(
      {
        ...ofImport,
        start: whole(0),
        end: whole(0),
        line: whole(1),
        checksum: Type.Optional(whole(0)),
        tooLong: Type.Optional(Type.Literal(true)),
      },
      strict,
    ) as TSchema,
  ),
  'copy-batch': ajv.compile(Type.Object({ ...ofImport, from: whole(0), to: whole(0) }, strict) as TSchema),
} satisfies Record<keyof BatchPayloads, unknown>;

/**
 * Checks a batch before anything is done for it: the worker alone fills that queue, and whoever else reaches Redis must
 * not make it read beyond a file or more than it has memory for.
 * @throws UnrecoverableError naming every fault
 */
export function checkBatch(name: string, data: unknown): asserts data is AnyBatch {
  if (!Object.hasOwn(checks, name)) throw new UnrecoverableError(`Unknown name of a batch "${name}".`);
  const check = checks[name as keyof BatchPayloads];
  if (!check(data)) {
    const faults = check.errors!.map(
      ({ instancePath, message }) => `${instancePath || 'payload'} ${message}`,
    );
    throw new UnrecoverableError(`The payload of ${name} breaks its schema: ${faults.join('; ')}.`);
  }
  const { start, end, tooLong } = data as BatchPayloads['index-batch'];
  if (!tooLong && (end < start || end - start > mostBytes)) {
    throw new UnrecoverableError(`No batch goes from byte ${start} to byte ${end}.`);
  }
}
