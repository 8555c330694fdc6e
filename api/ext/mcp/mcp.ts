import type { Protocol } from '../../endpoint/define-route.ts';

/** The Model Context Protocol for assistants at `/mcp`, if `MCP` is on; its SDK is loaded at the first request. */
export const mcp: Protocol = {
  path: '/mcp',
  methods: ['GET', 'POST', 'DELETE'],
  isOn: (config) => config.mcp,
  open: async (house) => (await import('./serve-http.ts')).serveHttp(house),
};
