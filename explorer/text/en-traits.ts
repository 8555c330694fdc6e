/** The texts of the view of what a trait is worth. */
export const enTraits = {
  heading: (gem: string) => `What a trait of ${gem} is worth`,
  title: 'Price factor of each value',
  lead: 'Price per carat, all else equal. The dot is the factor, the line its 95% interval; ×\u00a01 is the reference.',
  guide:
    'A factor of × 2 means that a stone with this value sells for twice the price per carat of a stone with the reference value, with the same weight, treatment, house and period as far as the model can tell. Where the interval includes × 1, the difference may be chance. A value is left out where its lots do not overlap with the reference in weight or period.',
  finding: (value: string, factor: string, low: string, high: string, reference: string) =>
    `${value} over ${reference}: ${factor}, between ${low} and ${high}`,
  trait: 'Trait',
  traits: {
    origin: 'Origin',
    treatment: 'Treatment',
    auction_house: 'House',
    price_basis: 'Price basis',
  },
  interval: 'Time',
  intervals: { all: 'All time', decade: 'By decade' },
  reference: 'Reference',
  mostLots: 'most lots',
  columns: {
    name: 'Value',
    picture: 'Factor on a logarithmic axis',
    value: 'Factor',
    interval: '95% interval',
    n: 'Lots',
    low: 'Interval from',
    high: 'to',
    refused: 'Why none',
  },
  isReference: 'reference',
  times: (factor: string) => `×\u00a0${factor}`,
  bases: { hammer: 'Hammer price', premium: 'With buyer’s premium', unknown: 'Not known' } as Record<
    string,
    string
  >,
  refusals: {
    no_reference: 'not compared: the reference has fewer than five lots',
    no_common_weight: 'not compared: no weights in common with the reference',
    no_common_period: 'not compared: no years in common with the reference',
    not_separable: 'not compared: other traits differ in the same way',
  },
  unknown: (lots: string) => `Left out: ${lots} for which this trait is not known.`,
};

/** The type that a translation must have. */
export type TraitsText = typeof enTraits;
