export { auctionHouses } from './auction-houses.ts';
export { gemFamilies, gemTypes } from './gem-types.ts';
export { laboratories } from './laboratories.ts';
export { type ObjectType, objectTypes } from './object-types.ts';
export { origins, regions } from './origins.ts';
export { treatments, treatmentsMeant } from './treatments.ts';
export { createVocabulary, fold, foldedStart, type Vocabulary } from './vocabulary.ts';
