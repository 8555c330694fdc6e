type Json = Record<string, unknown>;

/** An operation with its parameters, by path and method. */
type Paths = Record<string, { get: { operationId: string; parameters?: Json[] } }>;

/**
 * Replaces every parameter that several paths take with a reference. Of parameters of one name, the one that most paths
 * take has the plain name; any other is named after its first path.
 * @returns the shared parameters by their names
 */
export function shareParameters(paths: Paths): Json {
  const uses = Object.values(paths).flatMap(({ get: { operationId, parameters = [] } }) =>
    parameters.map((parameter, place) => ({ parameter, operationId, parameters, place })),
  );
  const shared: Json = {};
  const groups = Map.groupBy(uses, ({ parameter }) => JSON.stringify(parameter)).values();
  for (const users of [...groups].sort((a, b) => b.length - a.length)) {
    const [{ parameter, operationId }] = users as [(typeof users)[number]];
    if (users.length === 1) break;
    const name = parameter.name as string;
    const key = name in shared ? `${name}-${operationId}` : name;
    shared[key] = parameter;
    for (const { parameters, place } of users) parameters[place] = { $ref: `#/components/parameters/${key}` };
  }
  return shared;
}
