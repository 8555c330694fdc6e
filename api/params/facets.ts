import { extension, listOf } from './parameter.ts';

/** The fields whose values can be counted beside a list. */
export const facetNames = ['gem_type', 'origin', 'auction_house', 'carat_band', 'year', 'flags'] as const;

export type FacetName = (typeof facetNames)[number];

/** Which values to count beside the list. */
export const facetsParam = listOf(facetNames, {
  description:
    'Counts the values of these fields in `meta.facets`, each without its own filter (gem_name, origin, auction_house, the weights, the dates, flags): the 100 with the most lots.',
  examples: [['gem_type', 'origin']],
  ...extension,
});
