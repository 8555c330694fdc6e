import type { Static, TObject, TSchema } from 'typebox';
import { caratBands } from '../../mappings/carat-bands.ts';
import { flagNames } from '../../mappings/flags.ts';
import {
  fieldNames,
  type NamedField,
  type NamedParameter,
  namedFields,
} from '../../mappings/named-fields.ts';
import { saleStatuses } from '../../mappings/record.ts';
import { noValue } from '../../mappings/vocabulary/vocabulary.ts';
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

/** The filters by names, from their table. */
function namedParams(isIncluded: (field: NamedField) => boolean) {
  const fields = fieldNames.map((name): NamedField => namedFields[name]).filter(isIncluded);
  return Object.fromEntries(fields.map((field) => [field.parameter, namedParam(field)])) as Record<
    NamedParameter,
    ReturnType<typeof listOfTexts>
  >;
}

function namedParam(field: NamedField): TSchema {
  const { parameter, vocabulary, isClosed, isRequired, description, example, maxLength } = field;
  const documented = { description, examples: [example] };
  if (isClosed) return listOf([...vocabulary!.terms.map(({ name }) => name), noValue], documented);
  return listOfTexts({
    ...documented,
    ...(maxLength && { maxLength }),
    ...(vocabulary && { 'x-vocabulary': parameter }),
    ...(!isRequired && { 'x-none': true }),
  });
}

/**
 * The filters, each declared once: validation, the OpenAPI document and the types of handlers come from here, the
 * query from `filter-clauses.ts`. Every path that lists, ranks, counts or exports lots accepts them all.
 */
export const filterParams = optional({
  ...namedParams(({ isSpecified }) => isSpecified === true),
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
    ...namedParams(({ isSpecified, vocabulary }) => !isSpecified && vocabulary !== undefined),
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
    ...namedParams(({ vocabulary }) => vocabulary === undefined),
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
    stone_id: listOfIntegers({
      description: 'Lots of any of these stones, by the `stone_id` of records.',
      examples: [9_000_000_000_000_087],
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
    resold: boolean({
      description:
        'Whether the stone of the lot is known from another sale, before or after (`true`), so that the record has a `stone_id`.',
      examples: [true],
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
