export { type AuctionHouse, auctionHouses } from './auction-houses.ts';
export { type GemFamily, type GemType, gemFamilies, gemTypes } from './gem-types.ts';
export { laboratories } from './laboratories.ts';
export { type ObjectType, objectTypeNames, objectTypes } from './object-types.ts';
export { type Origin, origins, type Region, regions } from './origins.ts';
export { treatments, treatmentsMeant } from './treatments.ts';
export {
  createVocabulary,
  fold,
  foldedStart,
  type Term,
  type Vocabulary,
  type VocabularyOptions,
} from './vocabulary.ts';
