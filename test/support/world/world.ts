import { inject } from 'vitest';
import { askable } from '../start-api-over.ts';
import { records } from './corpus.ts';

/** The shared lots and the API over them. A test that changes the clock, settings or data starts its own, and says why. */
export const corpus = askable(() => inject('corpus').url, records);
