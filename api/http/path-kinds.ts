/** Whether a path belongs to the published interfaces, which the limits guard; health and pages do not. */
export function isCounted(path: string): boolean {
  return /^\/api\/(v1|ext)(\/|$)/.test(path) && path !== '/api/v1/openapi.json';
}

/** Whether a path is for those who run the service: no page of another origin reads it. */
export function isForOperators(path: string): boolean {
  return path === '/metrics' || path === '/readyz';
}
