import { type ChoicesText, enChoices } from './en-choices.ts';

/** The texts of the choice of prices in the page's language. */
export const choicesText: ChoicesText = enChoices;
