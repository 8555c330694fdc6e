import { type FieldName, type NamedParameter, namedFields } from '../../mappings/named-fields.ts';

/**
 * What people call the named fields, by the names of their filters and of the fields. A browser loads this text alone: the
 * bundle has none of the vocabulary.
 */
export const fieldLabels = Object.fromEntries(
  Object.entries(namedFields).flatMap(([name, { parameter, label }]) => [
    [parameter, label],
    [name, label],
  ]),
) as Record<FieldName | NamedParameter, string>;
