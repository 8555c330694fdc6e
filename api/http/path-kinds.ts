/** Whether a path belongs to the public API, to which the limits apply; health checks and pages do not. */
export function isCounted(path: string): boolean {
  return /^\/api\/(v1|ext)(\/|$)/.test(path) && path !== '/api/v1/openapi.json';
}

/** Whether a path is for operators: pages of other origins cannot read it. */
export function isForOperators(path: string): boolean {
  return path === '/metrics' || path === '/readyz';
}
