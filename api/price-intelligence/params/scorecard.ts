import type { TProperties } from 'typebox';
import { filterParams } from '../../params/filters.ts';

/** Parameters of /scorecard: other filters would need other backtests. */
export const scorecardParams = { gem_name: filterParams.gem_name } satisfies TProperties;
