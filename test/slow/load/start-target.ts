import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { endWithTest } from '../../support/end-with-test.ts';

/** The process under load. */
export interface LoadTarget extends ApiProcess {
  pid: number;
}

/**
 * Starts the API under load in its own process, without the hourly limit, for clients that differ by their address.
 * @param settings environment variables that differ
 */
export async function startTarget(
  indexAlias: string,
  settings: Record<string, string> = {},
): Promise<LoadTarget> {
  let pid = 0;
  const api = await startApiProcess(
    { INDEX_ALIAS: indexAlias, RATE_LIMIT_MAX: '0', ...settings },
    (child) => {
      pid = child.pid!;
      return endWithTest(child);
    },
  );
  return { ...api, pid };
}
