import type { TSchema } from 'typebox';
import { type RecordField, recordFieldNames, recordFields } from '../../mappings/record.ts';

/** Fields that the service sets itself. They are ignored in a file, such as our own export. */
const computedFields = [
  'price_per_carat_usd',
  'import',
  'updated_at',
  'duplicate_of',
  'stone_id',
  'stone_evidence',
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

/** The schema of one field in a file, without null, because a file omits unknown values. */
export function inputSchema(field: InputField): TSchema & { type?: string } {
  // Any text; the vocabulary interprets it.
  if (field === 'object_type') return recordFields.gem_type;
  const schema: TSchema & { anyOf?: TSchema[] } = recordFields[field === 'lab' ? 'labs' : field];
  return schema.anyOf?.[0] ?? schema;
}
