import type { TProperties } from 'typebox';
import { filterParams } from '../../params/filters.ts';
import { oneGem } from './one-gem.ts';

/** Parameters of /size-curve. */
export const sizeCurveParams = { ...filterParams, gem_name: oneGem } satisfies TProperties;
