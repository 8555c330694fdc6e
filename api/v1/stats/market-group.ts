import Type, { type Static } from 'typebox';
import { caratBands } from '../../../mappings/carat-bands.ts';
import { GroupFilter } from '../../filters/grouped-fields.ts';
import { extension } from '../../parameters/kinds.ts';
import { choice, count, orNull, share } from '../../statistics/fields.ts';
import type { PriceFigures } from '../../statistics/price-figures.ts';
import {
  lowSample,
  lowSampleBelow,
  presentTotals,
  relativeChange,
  totalsFields,
} from '../../statistics/totals.ts';
import { presentSummary, Summary, type Unrounded } from './summary.ts';

const grouped = {
  description: 'The value of the lots in the group; present if the request groups by it.',
  ...choice,
};

const ofSale = {
  description:
    'The day, the name or the place of the sale, null where it is unknown; present if the request groups by `sale`.',
  ...extension,
};

/** A group of lots with the same one or two values. */
export const MarketGroup = Type.Object({
  gem_type: Type.Optional(Type.String(grouped)),
  origin: Type.Optional(Type.String(grouped)),
  auction_house: Type.Optional(Type.String(grouped)),
  carat_band: Type.Optional(
    Type.Enum(
      caratBands.map(({ name }) => name),
      grouped,
    ),
  ),
  treatment: Type.Optional(Type.String(grouped)),
  year: Type.Optional(Type.Integer(grouped)),
  auction_date: Type.Optional(Type.String({ format: 'date', ...ofSale })),
  sale: Type.Optional(Type.Union([Type.String(), Type.Null()], ofSale)),
  location: Type.Optional(Type.Union([Type.String(), Type.Null()], ofSale)),
  ...totalsFields,
  market_share: share(
    'total_value_usd divided by the total value of all lots in the filter, including lots in no group; null where that is 0.',
    choice,
  ),
  price_usd: Summary,
  price_per_carat_usd: Summary,
  median_price_per_carat_change_1y: relativeChange(
    'Median price per carat of the 365 days up to the newest date of any lot in the filter, against the 365 days before; new / old − 1.',
  ),
  newest_sale: orNull(
    Type.String({ format: 'date' }),
    'Date of the newest sale; null where no lot has a date.',
  ),
  known_basis_lots: count(
    "Number of sold lots whose published price is known to be without or with buyer's premium.",
  ),
  low_sample: lowSample,
  filter: GroupFilter,
});

/** The fields of a group that `fields` selects; always with the grouped ones. */
export const SelectedGroup = Type.Partial(MarketGroup, {
  $id: 'MarketGroup',
  title: 'Market group',
  description: 'All fields are present, unless `fields` selects some; the grouped ones always are.',
  additionalProperties: false,
  'x-choice': true,
});

export type MarketGroup = Static<typeof MarketGroup>;

/** The values of a group, unrounded. */
interface UnroundedGroup {
  key: Record<string, string | number | null>;
  totals: Parameters<typeof presentTotals>[0];
  price_usd: Unrounded;
  price_per_carat_usd: Unrounded;
  /** Median price per carat of the last 365 days and of the 365 days before. */
  lastYear: number | null;
  yearBefore: number | null;
  newest: string | null;
  knownBasis: number;
}

/** A published group. */
export function presentMarketGroup(
  group: UnroundedGroup,
  totalValueUsd: number,
  filter: Record<string, string>,
  figures: PriceFigures,
): MarketGroup {
  return {
    ...(group.key as Partial<MarketGroup>),
    ...presentTotals(group.totals, figures),
    market_share: figures.share(group.totals.valueUsd, totalValueUsd),
    price_usd: presentSummary(group.price_usd, 'price_usd', figures),
    price_per_carat_usd: presentSummary(group.price_per_carat_usd, 'price_per_carat_usd', figures),
    median_price_per_carat_change_1y: figures.change(group.lastYear, group.yearBefore),
    newest_sale: group.newest,
    known_basis_lots: group.knownBasis,
    low_sample: group.price_usd.count < lowSampleBelow,
    filter,
  };
}
