import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { filterParams } from '../../filters/filter-params.ts';
import {
  day,
  decimal,
  extension,
  extensions,
  integer,
  listOfTexts,
  optional,
} from '../../parameters/kinds.ts';
import { ordered, type Rule } from '../../parameters/read-parameters.ts';
import { pricesParams, pricesRules } from '../../statistics/prices.ts';
import { oneGem } from '../price-model/choice.ts';

const { lab, object_type, date_from, flags, is_synthetic, selection, q } = filterParams;

/**
 * Parameters of /comparables: the stone, and the filters that can narrow its comparables. Weight, sale and the
 * last day follow from the stone; a bound on prices would determine the result.
 */
export const comparablesParams = {
  gem_name: oneGem,
  carat: decimal({
    description: 'Weight of the stone in carats.',
    examples: [3.05],
    minimum: 0.01,
    maximum: 1_000_000,
    ...extension,
  }),
  ...optional(
    extensions({
      origin: listOfTexts({
        description:
          'Origin of the stone, exactly one, by canonical name or synonym; `none` is a stone without a known origin. Default: any.',
        examples: [['Burma']],
        'x-none': true,
        'x-vocabulary': 'origin',
        maxItems: 1,
      }),
      treatment: listOfTexts({
        description:
          'Treatment of the stone, exactly one, by canonical name or synonym, others as reported; `untreated` is any that says that none was found, and `none` a stone of unknown treatment. Default: any.',
        examples: [['No heat']],
        'x-none': true,
        'x-vocabulary': 'treatment',
        maxItems: 1,
      }),
      auction_house: listOfTexts({
        description:
          'Auction house of a sale of the stone, exactly one: lots of other houses count less, but are not excluded.',
        examples: [['christies']],
        'x-vocabulary': 'auction_house',
        maxItems: 1,
      }),
      as_of: day({
        description:
          'Day to which prices are adjusted; later sales are excluded. Default: the newest sale date in the data.',
        examples: ['2024-12-31'],
      }),
    }),
  ),
  limit: integer({
    description: 'Maximum number of listed lots, most similar first; the figures are based on up to 300.',
    minimum: 1,
    maximum: 50,
    default: 10,
    examples: [3],
    ...extension,
  }),
  lab: Type.Optional({
    ...lab,
    description:
      'Laboratory of a report of the stone; several match any of them. A criterion that is relaxed where too few similar lots have one.',
  }),
  object_type,
  date_from,
  flags,
  is_synthetic,
  selection,
  q,
  ...pricesParams,
} satisfies TProperties;

export type ComparablesParams = Static<TObject<typeof comparablesParams>>;

/** The rules between them. */
export const comparablesRules: Rule[] = [ordered('date_from', 'as_of'), ...pricesRules];
