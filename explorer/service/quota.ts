/** The remaining requests of the visitor. */
export interface Quota {
  left: number;
  total: number;
  /** Seconds until the first counted request leaves the window. */
  secondsToReset: number;
}

const listeners: ((quota: Quota) => void)[] = [];

/** Calls back with the quota of each response. */
export function onQuota(listener: (quota: Quota) => void): void {
  listeners.push(listener);
}

/** Reads the quota from the RateLimit headers of a response; a service without a limit sends none. */
export function readQuota(headers: Headers): void {
  const now = /r=(\d+);t=(\d+)/.exec(headers.get('RateLimit') ?? '');
  const policy = /q=(\d+)/.exec(headers.get('RateLimit-Policy') ?? '');
  if (!now || !policy) return;
  const quota = { left: Number(now[1]), secondsToReset: Number(now[2]), total: Number(policy[1]) };
  for (const listener of listeners) listener(quota);
}
