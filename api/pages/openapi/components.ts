type Json = Record<string, unknown>;

/** An operation with its parameters, by path and method. */
type Paths = Record<string, { get: { operationId: string; parameters?: Parameter[] } }>;
type Parameter = Json & { name: string };

/**
 * Replaces every parameter that several paths take with a reference. Of parameters of one name, the one that most paths
 * take has the plain name; any other is named after its first path.
 * @returns the shared parameters by their names
 */
export function shareParameters(paths: Paths): Record<string, Parameter> {
  const operations = Object.values(paths).map(({ get }) => get);
  const used = Map.groupBy(
    operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.map((parameter) => ({ parameter, operationId })),
    ),
    ({ parameter }) => JSON.stringify(parameter),
  );
  const shared: Record<string, Parameter> = {};
  const references = new Map<string, string>();
  for (const [id, users] of [...used].sort(([, a], [, b]) => b.length - a.length)) {
    const [{ parameter, operationId }] = users as [(typeof users)[number]];
    if (users.length === 1) continue;
    const key = parameter.name in shared ? `${parameter.name}-${operationId}` : parameter.name;
    shared[key] = parameter;
    references.set(id, `#/components/parameters/${key}`);
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((parameter) => {
      const $ref = references.get(JSON.stringify(parameter));
      return $ref ? ({ $ref } as unknown as Parameter) : parameter;
    });
  }
  return shared;
}
