import { enTraits, type TraitsText } from './en-traits.ts';

/** The texts of the view of traits in the page's language. */
export const traitsText: TraitsText = enTraits;
