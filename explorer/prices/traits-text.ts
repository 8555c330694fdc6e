import { text } from '../text/text.ts';

const { origin, treatment, auction_house } = text.fields;

/** The texts of the view of trait effects. */
export const traitsText = {
  heading: (gem: string) => `${gem}: value of a trait`,
  title: 'Price factors',
  lead: 'Price per carat relative to the reference, for the same weight, year and other traits. Line: the range that very likely contains the true factor (95% interval).',
  guide:
    'A factor of 2× means that a stone with this value sells for twice the price per carat of a stone with the reference value, if weight, period and other traits are the same. Where the interval includes 1×, the difference may be chance. A value has no factor where its lots share no weights or years with the reference.',
  trait: 'Trait',
  traits: { origin, treatment, auction_house, price_basis: 'Fees in prices' },
  interval: 'Time',
  intervals: { all: 'All time', decade: 'By decade' },
  reference: 'Reference',
  columns: {
    name: 'Value',
    picture: 'Factor on a logarithmic axis',
    value: 'Factor',
    refused: 'Reason for no factor',
  },
  isReference: 'reference',
  bases: {
    hammer: 'Without fees (hammer price)',
    premium: 'With fees (buyer’s premium)',
    unknown: 'Not known',
  } as Record<string, string>,
  refusals: {
    no_reference: 'not compared: the reference has fewer than five lots',
    no_common_weight: 'not compared: no weights in common with the reference',
    no_common_period: 'not compared: no years in common with the reference',
    not_separable: 'not compared: cannot be separated from other traits',
  },
};
