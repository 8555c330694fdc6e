import type { Flag } from '../../mappings/flags.ts';
import type { PriceBasis, SaleStatus } from '../../mappings/record.ts';
import type { ObjectType } from '../../mappings/vocabulary/object-types.ts';

const auctions = {
  lot: 'One item of an auction, sold under one number: a loose stone, a jewel, or several stones.',
  carat: 'The unit of weight of gems; one carat (ct) is 0.2 grams.',
  price_per_carat: 'The price of a lot divided by its weight in carats.',
  estimate: 'The price range that the auction house expects before the sale, without the buyer’s premium.',
  sell_through: 'Sold lots as a share of all lots that sold or failed to sell.',
  record: 'The highest price to date among the chosen lots.',
  pigeon_blood:
    'A trade name for a vivid red ruby that fluoresces, which each laboratory defines for itself; records have no field for it.',
  sample: 'A generated record that shows how this site works and is not a real sale.',
};

const statuses: Record<SaleStatus, string> = {
  sold: 'The lot sold, although its price may not be published.',
  unsold: 'The lot was offered and did not sell; auction houses also say “bought in” or “passed”.',
  withdrawn: 'The lot was removed before it was offered.',
  listing: 'The source gives an asking price, which is not an auction result.',
  unknown: 'The source does not say whether the lot sold.',
};

const bases: Record<PriceBasis | 'published', string> = {
  hammer: 'The price at which the hammer fell, without the buyer’s premium.',
  premium: 'The price with the buyer’s premium, the fee that the buyer pays to the auction house.',
  published: 'The price as the source gives it, which may be a hammer price or a price with buyer’s premium.',
  unknown: 'The source does not say whether the price includes the buyer’s premium.',
};

const flags: Record<Flag, string> = {
  MULTI_STONE:
    'The price and weight are those of several stones, so figures of price per carat exclude the lot.',
  LAB_GROWN: 'The gem was made by people, not found in nature, and has its own type, such as Synthetic Ruby.',
  CARAT_FROM_TITLE: 'The weight was read from the title of the lot.',
  HAND_PICKED: 'The source is a selection, such as records and highlights, so statistics leave the lot out.',
  DATE_PARTIAL: 'The source gives only the month or the year of the sale.',
  FUTURE_SALE:
    'The lot sold, but its date was in the future when it was imported, so the date is probably wrong.',
  CURRENCY_CONVERTED: 'The price was converted to US dollars from another currency.',
  NOT_CONVERTED: 'The lot sold for a price in another currency, for which no exchange rate is known.',
  PRICE_OUTLIER:
    'The price per carat is far from the prices of the same gem, so the record may have an error.',
  SOLD_WITHOUT_PRICE: 'The lot sold, but the source does not publish the price.',
  UNSOLD_WITH_PRICE: 'The lot did not sell, although the source gives a price.',
  WEIGHT_UNREADABLE: 'The source gives a weight that could not be read as carats.',
  URL_UNREADABLE: 'The source gives a link to the lot or to its photo that cannot be used.',
  ESTIMATE_UNREADABLE: 'The source gives an estimate that could not be read.',
};

/** By the names of the vocabulary. */
const treatments: Record<string, string> = {
  'No heat': 'No signs of heating were found; stated mostly for rubies and sapphires.',
  Heated: 'The stone was heated to improve its color or clarity, which is common for rubies and sapphires.',
  'No oil': 'No oil or resin was found in the fractures of the stone; stated mostly for emeralds.',
  'Minor oil': 'A minor amount of oil or resin makes fractures less visible.',
  'Moderate oil': 'A moderate amount of oil or resin makes fractures less visible.',
  'Significant oil': 'A significant amount of oil or resin makes fractures less visible.',
  Oiled: 'Oil makes fractures less visible; the source does not state the amount.',
  'Clarity enhanced': 'Fractures or inclusions were made less visible; the source does not say how.',
  Resin: 'Resin or another polymer fills the fractures of the stone.',
  'Glass filled': 'Glass, often lead glass, fills the fractures of the stone.',
  'Fracture filled': 'A foreign substance fills the fractures of the stone.',
  Diffused:
    'Elements such as beryllium were diffused into the stone at high temperature to change its color.',
  Irradiated: 'Radiation changed the color of the stone.',
  HPHT: 'High pressure and high temperature changed the color of the stone, usually a diamond.',

  Dyed: 'Dye changed the color of the stone.',
  Impregnated: 'A polymer or wax fills the pores of the stone, such as jade or turquoise.',
  Untreated: 'The source states that the stone has no treatment.',
};

const objects: Record<ObjectType, string> = {
  ring: 'A jewel worn on a finger.',
  earrings: 'One or two jewels for the ears, such as studs, clips or pendants.',
  necklace: 'A jewel worn around the neck, such as a choker, rivière or sautoir.',
  bracelet: 'A jewel worn around the wrist, such as a bangle or cuff.',
  brooch: 'A jewel pinned to clothing, such as a clip.',
  pendant: 'A jewel that hangs from a chain.',
  tiara: 'A jewel for the head, such as a diadem, bandeau or aigrette.',
  cufflinks: 'Fasteners for shirt cuffs.',
  loose_stone: 'One or more stones that are not set in a jewel.',
  suite: 'Several matching jewels sold together, also called a set or parure.',
  watch: 'A wristwatch or pocket watch, excluded from price figures unless chosen.',
  box: 'A case or box, such as a snuff box or compact, excluded from price figures unless chosen.',
  other: 'Any other object, such as a clock or handbag, excluded from price figures unless chosen.',
};

const grades = {
  good: 'Many recent sales match every trait, and similar stones sold at similar prices.',
  fair: 'The sales are fewer, older or from other origins of the region, or their prices differ more.',
  thin: 'A trait is not matched, the sales are few or old, or their prices differ much.',
  none: 'There are too few similar sales for a figure.',
  scorecard: 'A grade from A to F that shows how close such figures came to later prices in tests.',
  stability:
    'A letter from A to F that shows how little later sales changed the index of earlier years, not whether the index is true.',
};

const statistics = {
  median: 'The middle value: half of the lots sold for more, half for less.',
  interval:
    'The range that contains the true value with 95% confidence; a wide range means few or varied lots.',
  middle: 'The range without the lowest 25% and the highest 25% of lots.',
  low_sample: 'Fewer than five priced lots, which is too few to be reliable.',
  index: 'The price level of comparable stones over time, where the base period is 100.',
  like_for_like: 'A comparison that holds weight, origin, treatment and auction house constant.',
  elasticity:
    'How much more a stone of twice the weight costs per carat, if prices rise as they do around its weight; files give the percentage for 1% more weight, its elasticity.',
  factor:
    'How many times the price per carat of the reference a stone of the same weight, year and other traits sells for.',
  influence: 'The share of a sale in a result, which is greater for a more similar sale.',
  independent: 'The number of sales of identical stones that would say as much as the similar sales.',
  real: 'Prices converted to the purchasing power of one month by the US consumer price index.',
};

/** The texts of the glossary: one sentence for each term, in groups. */
export const glossaryText = {
  lead: 'The terms of this site, one sentence each. Names of places, auction houses and laboratories are not explained.',
  groups: {
    auctions: 'Auctions',
    status: 'Sale results',
    price_basis: 'Fees in prices',
    flags: 'Data notes',
    treatment: 'Treatments',
    object_type: 'Types of objects',
    grade: 'Confidence',
    statistics: 'Statistics',
  },
  terms: {
    auctions,
    status: statuses,
    price_basis: bases,
    flags,
    treatment: treatments,
    object_type: objects,
    grade: grades,
    statistics,
  } as Record<string, Record<string, string>>,
  /** Names of terms that no other text has. */
  names: {
    auctions: {
      lot: 'Lot',
      carat: 'Carat',
      price_per_carat: 'Price per carat',
      estimate: 'Estimate',
      sell_through: 'Share sold (sell-through)',
      record: 'Record price',
      pigeon_blood: 'Pigeon blood',
      sample: 'Generated sample',
    },
    price_basis: { published: 'As published' },
    grade: {
      good: 'Good',
      fair: 'Fair',
      thin: 'Low',
      none: 'None',
      scorecard: 'Grade',
      stability: 'Stability',
    },
    statistics: {
      median: 'Median',
      interval: '95% interval',
      middle: 'Middle 50%',
      low_sample: 'Too few lots',
      index: 'Price index',
      like_for_like: 'Comparable stones (constant quality)',
      elasticity: 'Price effect of weight',
      factor: 'Factor',
      influence: 'Influence',
      independent: 'Independent sales',
      real: 'Inflation-adjusted dollars',
    },
  } as Record<string, Record<string, string>>,
};
