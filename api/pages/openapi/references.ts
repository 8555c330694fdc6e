type Json = Record<string, unknown>;

/**
 * Replaces every schema that has an `$id` by a reference.
 * @param components takes the schemas by their `$id`, each once
 */
export function withReferences(value: unknown, components: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, components));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = value as Json & { $id?: string };
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [key, withReferences(item, components)]),
  );
  if (typeof $id !== 'string') return plain;
  components[$id] = plain;
  return { $ref: `#/components/schemas/${$id}` };
}
