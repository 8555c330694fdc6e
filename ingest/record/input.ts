import type { TSchema } from 'typebox';
import { type RecordField, recordFieldNames, recordFields } from '../../mappings/record.ts';

/** Fields that the service sets itself. A file that gives them, such as our own export, is read without them. */
const computedFields: readonly RecordField[] = ['price_per_carat_usd', 'import'];

/** Fields that a record cannot do without. */
export const requiredFields: readonly RecordField[] = ['id', 'title', 'gem_type'];

/** Fields that an import may give, in the record's order. */
export const inputFields = recordFieldNames.filter((field) => !computedFields.includes(field));

/** Column names that a file may have. */
export const knownColumns: readonly string[] = recordFieldNames;

/** The schema of one field as a file gives it: what is unknown is left out, so nothing is null. */
export function inputSchema(field: RecordField): TSchema & { type?: string } {
  const schema: TSchema & { anyOf?: TSchema[] } = recordFields[field];
  return schema.anyOf?.[0] ?? schema;
}
