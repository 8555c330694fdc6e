import { enGlossary, type GlossaryText } from './en-glossary.ts';

/** The texts of the glossary in the page's language. */
export const glossaryText: GlossaryText = enGlossary;
