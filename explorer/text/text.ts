import { en, type Text } from './en.ts';

/** The texts of the page in its language; English is the only one so far. */
export const text: Text = en;

/** The locale of numbers and dates: the first locale of the reader in the language of the page. */
export const locale =
  navigator.languages.find((language) => language.split('-')[0] === text.language) ?? text.language;
