/** Whether a path belongs to the published interfaces, which the limits guard; health and pages do not. */
export function isCounted(path: string): boolean {
  return /^\/api\/(v1|ext)(\/|$)/.test(path) && path !== '/api/v1/openapi.json';
}
