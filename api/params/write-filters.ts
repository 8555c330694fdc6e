import type { ObjectType } from '../../mappings/vocabulary/index.ts';
import { noValue } from '../../mappings/vocabulary/vocabulary.ts';
import type { FilterParams } from './filters.ts';
import type { FacetName } from './list.ts';
import type { Grouping } from './market.ts';
import { writeValue } from './read-value.ts';

/** A field that lots are grouped or counted by. */
export type GroupedField = Grouping | FacetName;

/**
 * Parameters of the list, as texts for a URL, that find the lots of a group: those that have these values of the
 * grouped fields, under the filters of the request.
 */
export function writeGroupFilter(
  filters: Partial<FilterParams>,
  group: Partial<Record<GroupedField, string | number>>,
): Record<string, string> {
  let narrowed = filters;
  for (const [field, value] of Object.entries(group)) {
    narrowed = { ...narrowed, ...narrowings[field as GroupedField](value as never) };
  }
  const texts = Object.entries(narrowed).filter(([, value]) => value !== undefined);
  return Object.fromEntries(texts.map(([name, value]) => [name, writeValue(value)]));
}

/** The filters for one value of a field. */
const narrowings: Record<GroupedField, (value: never) => Partial<FilterParams>> = {
  gem_type: (name: string) => ({ gem_name: [literal(name)] }),
  origin: (name: string) => ({ origin: [literal(name)] }),
  auction_house: (name: string) => ({ auction_house: [literal(name)] }),
  treatment: (name: string) => ({ treatment: [literal(name)] }),
  lab: (name: string) => ({ lab: [literal(name)] }),
  object_type: (name: ObjectType) => ({ object_type: [name] }),
  flags: (name: NonNullable<FilterParams['flags']>[number]) => ({ flags: [name] }),
  carat_band: (name: NonNullable<FilterParams['carat_band']>[number]) => ({ carat_band: [name] }),
  year: (year: number) => ({ year: [year] }),
};

/** A stored value never means "no value". */
const literal = (name: string) => (name === noValue ? 'None' : name);
