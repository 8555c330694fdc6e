import { enHome, type HomeText } from './en-home.ts';

/** The texts of the opening page in the page's language. */
export const homeText: HomeText = enHome;
