import type { ExportRoute, Route } from './endpoint/define-route.ts';
import { extensionRoutes } from './ext/routes.ts';
import { apiIndex, specifiedRoutes } from './v1/routes.ts';

const described = [...specifiedRoutes, ...extensionRoutes(specifiedRoutes)];

/** Every path below /api, in the order of the documentation. */
export const routes: (Route | ExportRoute)[] = [...described, apiIndex(described)];

export { protocols } from './ext/routes.ts';
