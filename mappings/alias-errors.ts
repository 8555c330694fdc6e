/**
 * Why an alias that points to more than one index cannot be used. The API and the worker report it with the same
 * message.
 * @param indices the indices behind the alias, in any order
 */
export function aliasOnSeveral(indexAlias: string, indices: readonly string[]): string {
  const named = [...indices].sort().join(', ');
  return `The alias ${indexAlias} points to more than one index (${named}). Remove it from all but the live one.`;
}
