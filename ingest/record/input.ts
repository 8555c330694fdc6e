import type { TSchema } from 'typebox';
import { type RecordField, recordFieldNames, recordFields } from '../../mappings/record.ts';

/** Fields that the service sets itself. A file that gives them, such as our own export, is read without them. */
const computedFields = [
  'price_per_carat_usd',
  'import',
  'updated_at',
  'duplicate_of',
] as const satisfies RecordField[];

/** A field that an import may give: `lab` is an earlier name of `labs`. */
export type InputField = Exclude<RecordField, (typeof computedFields)[number]> | 'lab';

const isComputed = (field: RecordField) => (computedFields as readonly string[]).includes(field);

/** Required fields. */
export const requiredFields: readonly InputField[] = ['id', 'title', 'gem_type'];

/** Fields that an import may give, in the record's order. */
export const inputFields = recordFieldNames.flatMap((field): InputField[] => {
  if (isComputed(field)) return [];
  return field === 'labs' ? ['labs', 'lab'] : [field as InputField];
});

/** Column names that a file may have. */
export const knownColumns: readonly string[] = [...recordFieldNames, 'lab'];

/** The schema of one field as a file gives it: what is unknown is left out, so nothing is null. */
export function inputSchema(field: InputField): TSchema & { type?: string } {
  // Any word for it; the vocabulary knows what it means.
  if (field === 'object_type') return recordFields.gem_type;
  const schema: TSchema & { anyOf?: TSchema[] } = recordFields[field === 'lab' ? 'labs' : field];
  return schema.anyOf?.[0] ?? schema;
}
