import type { Static, TObject } from 'typebox';
import { caratBands } from '../../mappings/carat-bands.ts';
import { flagNames } from '../../mappings/flags.ts';
import { maxSaleLength, saleStatuses } from '../../mappings/record.ts';
import { objectTypeNames } from '../../mappings/vocabulary/index.ts';
import {
  boolean,
  day,
  dayOrTime,
  decimal,
  extensions,
  integer,
  listOf,
  listOfIntegers,
  listOfTexts,
  oneOf,
  oneOfOrImplied,
  optional,
  text,
} from '../parameters/kinds.ts';
import { ordered, type Rule } from '../parameters/read-parameters.ts';

const dollars = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const carats = { minimum: 0, maximum: 1_000_000_000 };

/**
 * The filters, each declared once: validation, the OpenAPI document and the types of handlers come from here, the
 * query from `filter-clauses.ts`. Every path that lists, ranks, counts or exports lots accepts them all.
 */
export const filterParams = optional({
  gem_name: listOfTexts({
    description:
      'Gemstone type, by canonical name or synonym. Several values, separated by commas or repeated, match any of them.',
    examples: ['ruby'],
    'x-vocabulary': 'gem_name',
  }),
  origin: listOfTexts({
    description:
      'Place of origin, by canonical name or synonym (Burma is Myanmar); `none` matches lots without one. Several values match any of them.',
    examples: ['Burma'],
    'x-none': true,
    'x-vocabulary': 'origin',
  }),
  auction_house: listOfTexts({
    description:
      'Auction house, by canonical name or synonym; `none` matches lots without one. Several values match any of them.',
    examples: ['christies'],
    'x-none': true,
    'x-vocabulary': 'auction_house',
  }),
  is_sold: boolean({
    description:
      'Whether the lot sold: `true`, or `false` for lots that are unsold, withdrawn or only listed. Lots of unknown status match neither.',
    examples: [true],
  }),
  weight_min: decimal({ description: 'Minimum weight in carats, inclusive.', examples: [2.5], ...carats }),
  weight_max: decimal({ description: 'Maximum weight in carats, inclusive.', examples: [30], ...carats }),
  price_min: integer({
    description: 'Minimum final price in US dollars, inclusive.',
    examples: [10_000],
    ...dollars,
  }),
  price_max: integer({
    description: 'Maximum final price in US dollars, inclusive.',
    examples: [50_000_000],
    ...dollars,
  }),
  date_from: day({ description: 'First day of the sale (UTC), inclusive.', examples: ['2015-01-01'] }),
  date_to: day({ description: 'Last day of the sale (UTC), inclusive.', examples: ['2024-12-31'] }),
  ...extensions({
    price_per_carat_min: decimal({
      description: 'Minimum price in US dollars per carat, inclusive.',
      examples: [1000],
      ...dollars,
    }),
    price_per_carat_max: decimal({
      description: 'Maximum price in US dollars per carat, inclusive.',
      examples: [2_000_000],
      ...dollars,
    }),
    treatment: listOfTexts({
      description:
        'Treatment, by canonical name or synonym (Unheated is No heat), others as reported. `untreated` matches every treatment that says that none was found (No heat, No oil, Untreated), and `"Untreated"` in quotes that name alone; `none` matches lots of unknown treatment. Several values match any of them.',
      examples: ['No heat'],
      'x-vocabulary': 'treatment',
      'x-none': true,
    }),
    lab: listOfTexts({
      description:
        'Laboratory that reported on the stone, by canonical name or synonym; `none` matches lots without one. Several values match any of them.',
      examples: ['SSEF'],
      'x-vocabulary': 'lab',
      'x-none': true,
    }),
    object_type: listOf([...objectTypeNames, 'none'], {
      description:
        'Type of object; `none` matches lots of unknown type. Several values match any of them. Statistics and rankings leave out watches, boxes and other objects, unless the request has this parameter.',
      examples: ['ring'],
    }),
    status: listOf(saleStatuses, {
      description:
        'Outcome of the lot. Several values match any of them. Statistics leave out listings, which are asking prices, unless `listing` is among the values.',
      examples: ['unsold'],
    }),
    carat_band: listOf(
      caratBands.map(({ name }) => name),
      {
        description:
          'Size class in carats, lower bound included, upper bound excluded. Several values match any of them.',
        examples: ['5-10'],
      },
    ),
    year: listOfIntegers({
      description: 'Calendar year of the sale (UTC). Several values match any of them.',
      examples: [2019],
      minimum: 1600,
      maximum: 2100,
    }),
    flags: listOf(flagNames, {
      description: 'Lots with any of these flags.',
      examples: ['MULTI_STONE'],
    }),
    is_synthetic: boolean({
      description: 'Whether the lot is a generated sample lot (`true`) or a published one (`false`).',
      examples: [false],
    }),
    updated_since: dayOrTime({
      description:
        'Lots written or flagged by an import that was enqueued since this time, inclusive; a day begins at midnight UTC. An import takes time until its records are visible: see [keeping a copy](/docs/clients#keeping-a-copy-up-to-date). A deleted record is not listed: it is absent from an export. An index of an older version has no such times: the response is 503 until all files are imported again.',
      examples: ['2026-11-01'],
    }),
    ids: listOfIntegers({
      description:
        'Lots with any of these ids. An id without a record is not an error: it is absent from the response.',
      examples: [[1, 2]],
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      maxItems: 100,
    }),
    duplicates: oneOfOrImplied(['include', 'only'], 'exclude', {
      description:
        'Where several sources have the same lot, one of its records is shown, and the others name that record in `duplicate_of`. `include` also counts and returns the others; `only` returns nothing else. Default `exclude`.',
      examples: ['include'],
    }),
    selection: oneOf(['all', 'market'], {
      description:
        'Whether hand-picked lots are included: those of a source that is a selection, such as records and highlights (flag HAND_PICKED). `all` includes them, as lists, rankings and price records do by default; `market` leaves them out, as statistics, price models and estimates do by default, unless `flags` has HAND_PICKED. `meta.excluded` counts those left out.',
      examples: ['all'],
    }),
    sale: listOfTexts({
      description:
        'Name or number of the sale, in full, ignoring case and accents; `none` matches lots without one. Several values match any of them. A house can use a name every year: add the house and the date.',
      examples: ['Magnificent Jewels'],
      maxLength: maxSaleLength,
      'x-none': true,
    }),
    location: listOfTexts({
      description:
        'Place of the sale, in full, ignoring case and accents; `none` matches lots without one. Several values match any of them.',
      examples: ['Geneva'],
      'x-none': true,
    }),
    lot_number: listOfTexts({
      description:
        'Lot number within the sale, in full, ignoring case and accents. Several values match any of them.',
      examples: ['502'],
    }),
    report_number: listOfTexts({
      description:
        'Number of a laboratory report, in full, ignoring case and accents. Several values match any of them.',
      examples: ['78414'],
    }),
    q: text({
      description:
        'Words of the title, all of which must match, ignoring case and accents; words in double quotes are a phrase.',
      examples: ['sunrise ruby'],
    }),
  }),
});

/** The validated filters of a request: lists are sorted, without duplicates, and known names are canonical. */
export type FilterParams = Static<TObject<typeof filterParams>>;

/** The rules between filters. */
export const filterRules: Rule[] = [
  ordered('weight_min', 'weight_max'),
  ordered('price_min', 'price_max'),
  ordered('date_from', 'date_to'),
  ordered('price_per_carat_min', 'price_per_carat_max'),
];
