import { en, type Text } from './en.ts';

/** The texts of the page in its language; English is the only one so far. */
export const text: Text = en;

/** The locale of numbers and dates: the reader's, where it is of the page's language. */
export const locale =
  navigator.languages.find((language) => language.split('-')[0] === text.language) ?? text.language;
