export { type AuctionHouse, auctionHouses } from './auction-houses.ts';
export { fold } from './fold.ts';
export { type GemFamily, type GemType, gemFamilies, gemTypes } from './gem-types.ts';
export { type Origin, origins, type Region, regions } from './origins.ts';
export { createVocabulary, type Term, type Vocabulary, type VocabularyOptions } from './vocabulary.ts';
