/** What a place of origin does to supply and price. */
type Source = readonly [origin: string | null, share: number, factor: number];

/** A treatment as reports word it, how often it is met, and what it does to the price. */
type Treatment = readonly [treatment: string | null, share: number, factor: number];

/**
 * One gem in the sample market. The figures are ours, chosen so that the market looks like the real one: good for
 * trying the service, of no use for valuing a stone.
 */
export type MarketGem = {
  readonly gem: string;
  /** How many of all lots, relative to the other gems. */
  readonly weight: number;
  /** Median weight in carats and the standard deviation of its logarithm. */
  readonly carat: readonly [median: number, spread: number];
  /** US dollars per carat in 2015 for a stone of 3 carats, of the commonest source, with a factor of 1. */
  readonly pricePerCarat: number;
  /** Power of the weight in the price per carat: above 0, the price grows faster than the weight. */
  readonly elasticity: number;
  /** Growth of the price per year. */
  readonly growth: number;
  /** Share of lots whose weight no report gives (jades, pearls and beads are measured, not weighed). */
  readonly unweighed?: number;
  readonly sources: readonly Source[];
  readonly treatments: readonly Treatment[];
};

const unheated: readonly Treatment[] = [
  ['No heat', 0.5, 1.9],
  ['Heated', 0.38, 1],
  [null, 0.12, 0.9],
];
const oiled: readonly Treatment[] = [
  ['No oil', 0.14, 1.9],
  ['Minor oil', 0.46, 1.2],
  ['Moderate oil', 0.26, 0.75],
  [null, 0.14, 0.7],
];
const untreated: readonly Treatment[] = [
  ['None', 0.6, 1],
  [null, 0.4, 0.95],
];
const heated: readonly Treatment[] = [
  ['Heated', 0.55, 1],
  [null, 0.45, 0.95],
];
const unsaid: readonly Treatment[] = [[null, 1, 1]];
const somewhere: readonly Source[] = [[null, 1, 1]];

/** The gems of the sample market, the commonest first in each family. */
export const marketGems: readonly MarketGem[] = [
  gem(
    'Diamond',
    24,
    [3.2, 0.75],
    14_000,
    0.85,
    0.012,
    [
      [null, 0.94, 1],
      ['India', 0.03, 1.6],
      ['South Africa', 0.02, 1.05],
      ['Botswana', 0.01, 1],
    ],
    unsaid,
  ),
  gem(
    'Yellow Diamond',
    3.4,
    [4.2, 0.7],
    16_000,
    0.5,
    0.02,
    [
      [null, 0.95, 1],
      ['South Africa', 0.05, 1],
    ],
    unsaid,
  ),
  gem(
    'Pink Diamond',
    1.8,
    [2.2, 0.7],
    190_000,
    0.45,
    0.07,
    [
      [null, 0.7, 1],
      ['Australia', 0.25, 1.1],
      ['Russia', 0.05, 1],
    ],
    unsaid,
  ),
  gem(
    'Blue Diamond',
    0.7,
    [2.0, 0.7],
    420_000,
    0.45,
    0.06,
    [
      [null, 0.85, 1],
      ['South Africa', 0.15, 1.05],
    ],
    unsaid,
  ),
  gem('Green Diamond', 0.3, [1.8, 0.6], 120_000, 0.4, 0.05, somewhere, unsaid),
  gem('Orange Diamond', 0.2, [1.6, 0.6], 90_000, 0.4, 0.04, somewhere, unsaid),
  gem(
    'Brown Diamond',
    0.6,
    [4.5, 0.7],
    4_500,
    0.5,
    0.01,
    [
      [null, 0.9, 1],
      ['Australia', 0.1, 1],
    ],
    unsaid,
  ),
  gem(
    'Sapphire',
    16,
    [7.5, 0.75],
    4_200,
    0.42,
    0.05,
    [
      ['Sri Lanka', 0.46, 1],
      ['Myanmar', 0.24, 2.6],
      ['Kashmir', 0.13, 9],
      ['Madagascar', 0.11, 0.85],
      ['Thailand', 0.03, 0.4],
      ['Australia', 0.015, 0.3],
      ['United States', 0.015, 0.7],
    ],
    unheated,
  ),
  gem(
    'Ruby',
    10,
    [3.6, 0.62],
    9_500,
    0.75,
    0.065,
    [
      ['Myanmar', 0.6, 4.2],
      ['Mozambique', 0.19, 1.5],
      ['Thailand', 0.13, 0.55],
      ['Madagascar', 0.04, 0.9],
      ['Sri Lanka', 0.03, 1.1],
      ['Vietnam', 0.01, 1.6],
    ],
    unheated,
  ),
  gem(
    'Padparadscha Sapphire',
    0.9,
    [5.0, 0.6],
    9_000,
    0.4,
    0.06,
    [
      ['Sri Lanka', 0.75, 1.3],
      ['Madagascar', 0.22, 0.8],
      ['Tanzania', 0.03, 0.5],
    ],
    unheated,
  ),
  gem(
    'Pink Sapphire',
    1.6,
    [5.0, 0.65],
    3_000,
    0.4,
    0.05,
    [
      ['Sri Lanka', 0.45, 1],
      ['Madagascar', 0.4, 0.9],
      ['Myanmar', 0.15, 2],
    ],
    unheated,
  ),
  gem(
    'Yellow Sapphire',
    1.2,
    [10, 0.65],
    900,
    0.3,
    0.03,
    [
      ['Sri Lanka', 0.9, 1],
      ['Thailand', 0.1, 0.6],
    ],
    unheated,
  ),
  gem(
    'Star Sapphire',
    0.9,
    [14, 0.7],
    1_000,
    0.3,
    0.03,
    [
      ['Sri Lanka', 0.65, 1],
      ['Myanmar', 0.35, 2.4],
    ],
    untreated,
  ),
  gem(
    'Star Ruby',
    0.4,
    [7, 0.6],
    2_400,
    0.4,
    0.03,
    [
      ['Myanmar', 0.85, 1.5],
      ['Sri Lanka', 0.15, 0.8],
    ],
    untreated,
  ),
  gem(
    'Emerald',
    10.5,
    [6.0, 0.75],
    7_000,
    0.5,
    0.055,
    [
      ['Colombia', 0.76, 1.5],
      ['Zambia', 0.15, 0.7],
      ['Brazil', 0.04, 0.6],
      ['Afghanistan', 0.03, 1.1],
      ['Russia', 0.02, 0.9],
    ],
    oiled,
  ),
  gem(
    'Aquamarine',
    2.2,
    [22, 0.7],
    420,
    0.15,
    0.02,
    [
      [null, 0.5, 1],
      ['Brazil', 0.5, 1.3],
    ],
    heated,
  ),
  gem(
    'Morganite',
    0.4,
    [25, 0.6],
    160,
    0.1,
    0.01,
    [
      [null, 0.6, 1],
      ['Brazil', 0.3, 1.1],
      ['Madagascar', 0.1, 1],
    ],
    heated,
  ),
  gem('Red Beryl', 0.05, [1.2, 0.4], 9_000, 0.5, 0.04, [['United States', 1, 1]], oiled),
  gem(
    'Alexandrite',
    1.1,
    [5.0, 0.7],
    11_000,
    0.55,
    0.05,
    [
      ['Sri Lanka', 0.48, 0.8],
      ['Brazil', 0.28, 1.9],
      ['Russia', 0.2, 2.3],
      ['India', 0.04, 0.8],
    ],
    untreated,
  ),
  gem(
    "Cat's Eye Chrysoberyl",
    0.9,
    [11, 0.7],
    1_700,
    0.35,
    0.03,
    [
      ['Sri Lanka', 0.85, 1],
      ['Brazil', 0.15, 0.9],
    ],
    untreated,
  ),
  gem(
    'Spinel',
    2.2,
    [6.5, 0.75],
    3_000,
    0.42,
    0.09,
    [
      ['Myanmar', 0.5, 2],
      ['Tanzania', 0.18, 1.7],
      ['Tajikistan', 0.12, 1.2],
      ['Sri Lanka', 0.14, 0.6],
      ['Vietnam', 0.06, 1],
    ],
    untreated,
  ),
  gem(
    'Paraíba Tourmaline',
    1.2,
    [4.0, 0.75],
    9_500,
    0.4,
    0.09,
    [
      ['Mozambique', 0.55, 0.8],
      ['Brazil', 0.38, 2.6],
      ['Nigeria', 0.07, 0.8],
    ],
    heated,
  ),
  gem('Tourmaline', 1.2, [20, 0.7], 160, 0.15, 0.02, somewhere, unsaid),
  gem('Rubellite', 0.9, [18, 0.7], 320, 0.2, 0.03, somewhere, unsaid),
  gem(
    'Tsavorite',
    0.8,
    [4.5, 0.65],
    2_100,
    0.5,
    0.05,
    [
      ['Kenya', 0.5, 1.1],
      ['Tanzania', 0.5, 1],
    ],
    untreated,
  ),
  gem(
    'Demantoid',
    0.7,
    [3.0, 0.6],
    3_600,
    0.5,
    0.05,
    [
      ['Russia', 0.75, 1.5],
      ['Namibia', 0.25, 0.8],
    ],
    untreated,
  ),
  gem(
    'Spessartine',
    0.5,
    [10, 0.7],
    480,
    0.25,
    0.03,
    [
      [null, 0.4, 1],
      ['Namibia', 0.2, 1.4],
      ['Nigeria', 0.4, 1],
    ],
    untreated,
  ),
  gem(
    'Jadeite',
    4,
    [18, 0.8],
    1_500,
    0.45,
    0.08,
    [
      ['Myanmar', 0.55, 1.1],
      [null, 0.45, 1],
    ],
    untreated,
    0.85,
  ),
  gem(
    'Pearl',
    4,
    [16, 0.8],
    450,
    0.5,
    0.06,
    [
      [null, 0.72, 1],
      ['Persian Gulf', 0.25, 1.7],
      ['Panama', 0.03, 1.2],
    ],
    untreated,
    0.55,
  ),
  gem(
    'South Sea Pearl',
    1.8,
    [20, 0.5],
    160,
    0.3,
    -0.02,
    [
      [null, 0.7, 1],
      ['Australia', 0.3, 1.1],
    ],
    unsaid,
    0.9,
  ),
  gem(
    'Conch Pearl',
    0.35,
    [7, 0.7],
    2_600,
    0.4,
    0.05,
    [
      ['Caribbean', 0.7, 1],
      [null, 0.3, 1],
    ],
    untreated,
    0.2,
  ),
  gem('Tanzanite', 1.2, [16, 0.7], 380, 0.2, 0.02, [['Tanzania', 1, 1]], heated),
  gem(
    'Opal',
    1.1,
    [11, 0.7],
    240,
    0.2,
    0.02,
    [
      [null, 0.4, 1],
      ['Australia', 0.4, 1.2],
      ['Ethiopia', 0.2, 0.5],
    ],
    unsaid,
  ),
  gem('Black Opal', 0.8, [8, 0.7], 1_900, 0.35, 0.04, [['Australia', 1, 1]], unsaid),
  gem('Imperial Topaz', 0.5, [13, 0.7], 520, 0.3, 0.03, [['Brazil', 1, 1]], heated),
  gem(
    'Peridot',
    0.6,
    [16, 0.7],
    180,
    0.3,
    0.02,
    [
      [null, 0.4, 1],
      ['Myanmar', 0.3, 1.3],
      ['Pakistan', 0.2, 1.4],
      ['Egypt', 0.1, 1.5],
    ],
    untreated,
  ),
  gem('Amethyst', 0.9, [28, 0.7], 35, 0.05, 0, somewhere, unsaid),
  gem(
    'Coral',
    0.8,
    [30, 0.7],
    40,
    0.2,
    0.03,
    [
      [null, 0.7, 1],
      ['Italy', 0.2, 1.1],
      ['Japan', 0.1, 1.4],
    ],
    unsaid,
    0.9,
  ),
  gem(
    'Turquoise',
    0.6,
    [25, 0.7],
    60,
    0.1,
    0.02,
    [
      [null, 0.7, 1],
      ['Iran', 0.3, 1.6],
    ],
    unsaid,
    0.9,
  ),
];

/** The level of colored stones and diamonds in a year against their long trend; 1 where not listed. */
export const cycle: Readonly<Record<number, readonly [coloured: number, diamonds: number]>> = {
  2008: [1.05, 1.08],
  2009: [0.82, 0.76],
  2010: [0.94, 0.92],
  2011: [1.05, 1.12],
  2012: [1.02, 1.05],
  2016: [0.97, 0.95],
  2019: [0.98, 0.94],
  2020: [0.92, 0.9],
  2021: [1.02, 1.02],
  2022: [1.06, 1.12],
  2023: [1.03, 1.0],
  2024: [1.0, 0.9],
  2025: [1.04, 0.86],
  2026: [1.05, 0.86],
};

function gem(
  name: string,
  weight: number,
  carat: MarketGem['carat'],
  pricePerCarat: number,
  elasticity: number,
  growth: number,
  sources: readonly Source[],
  treatments: readonly Treatment[],
  unweighed = 0.03,
): MarketGem {
  return { gem: name, weight, carat, pricePerCarat, elasticity, growth, unweighed, sources, treatments };
}
