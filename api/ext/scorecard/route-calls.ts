import type { RequestContext, Route } from '../../endpoint/define-route.ts';
import { ApiError } from '../../http/errors.ts';
import { parameterReader } from '../../parameters/read-parameters.ts';
import type { Comparables } from '../comparables/comparable-figures.ts';
import { comparables } from '../comparables/comparables.ts';
import type { PriceIndex } from '../price-index/index-figures.ts';
import { priceIndex } from '../price-index/price-index.ts';

/** The context of a request, without its parameters. */
type CallContext = Omit<RequestContext<never>, 'params'>;

/** The `data` of a response, as a client would get it; undefined where the request is refused, as with too many lots. */
export interface RouteCalls {
  comparables(query: Record<string, string>): Promise<Comparables | undefined>;
  priceIndex(query: Record<string, string>): Promise<PriceIndex | undefined>;
}

/** Calls the routes themselves, without HTTP, so that backtests use exactly what is published. */
export function createRouteCalls(context: CallContext): RouteCalls {
  const callerOf = (route: Route) => {
    const read = parameterReader(route.params, route.rules);
    return async (query: Record<string, string>) => {
      const { values } = read(new URLSearchParams(query).toString());
      if (!values) return undefined;
      try {
        return (await route.handle({ ...context, params: values as never })).data as never;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_parameter') return undefined;
        throw error;
      }
    };
  };
  return { comparables: callerOf(comparables), priceIndex: callerOf(priceIndex) };
}
