/** The texts of the page of a lot that its other views do not have. */
export const enLotPage = {
  figure: (cut: string, gem: string) => `Drawing, not a photo: ${gem}, ${cut}`,
  cuts: {
    round: 'round',
    oval: 'oval',
    cushion: 'cushion-cut',
    step: 'step-cut',
    pear: 'pear-shaped',
    heart: 'heart-shaped',
    marquise: 'marquise-cut',
    cabochon: 'cabochon-cut',
    pearl: 'round',
  },
  drawn: 'Drawing, not a photo',
  axis: 'US$ per carat (log scale)',
  estimateTitle: 'Price against estimate',
  estimateLabel: (price: string, low: string, high: string) =>
    `Price ${price} and estimate ${low} to ${high} on a logarithmic axis`,
  estimateKey: { estimate: 'Estimate', price: 'Price' },
  estimateAxis: 'US$ (log scale)',
  similarTitle: 'Most similar sales',
  allSimilar: 'View all similar sales',
  value: 'Value this stone today',
  noSimilar: 'No similar sales found.',
  adjusted: (price: string) => `${price} per carat, adjusted to this weight and date`,
};

/** The type that a translation must have. */
export type LotPageText = typeof enLotPage;
