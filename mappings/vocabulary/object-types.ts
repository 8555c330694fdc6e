import { createVocabulary, listed, type Term } from './vocabulary.ts';

/** The object types, by their names in records. */
export const objectTypeNames = [
  'ring',
  'earrings',
  'necklace',
  'bracelet',
  'brooch',
  'pendant',
  'tiara',
  'cufflinks',
  'loose_stone',
  'suite',
  'watch',
  'box',
  'other',
] as const;

export type ObjectType = (typeof objectTypeNames)[number];

/** Synonyms of each object type. */
const synonyms: Record<ObjectType, string> = {
  ring: 'Rings; Bague; Bagues; Anello; 戒指; 指輪',
  earrings: `
    Earring; Ear clips; Earclips; Ear pendants; Ear studs; Pair of earrings; Pair of ear clips; Pendent earrings;
    Boucles d'oreilles; Orecchini; Ohrringe; 耳環; 耳环`,
  necklace: 'Necklaces; Choker; Rivière; Sautoir; Collier; Collana; Halskette; 項鍊; 项链',
  bracelet: 'Bracelets; Bangle; Cuff; Armband; Bracciale; 手鍊; 手链',
  brooch: 'Brooches; Clip; Clip brooch; Broche; Spilla; Brosche; 胸針; 胸针',
  pendant: 'Pendants; Pendentif; Pendente; Anhänger; 吊墜; 吊坠',
  tiara: 'Tiaras; Diadem; Diadème; Diadema; Bandeau; Aigrette; Hair ornament',
  cufflinks: 'Cufflink; Cuff links; Boutons de manchette; Gemelli; Manschettenknöpfe; Dress set',
  loose_stone:
    'Loose; Loose stones; Unmounted; Unmounted stone; Loose gemstone; Gemstone; Pierre sur papier; 裸石',
  suite: 'Set; Parure; Demi-parure; Jewelry set; Jewellery set; Suite of jewelry; 套裝; 套装',
  watch: 'Watches; Wristwatch; Pocket watch; Montre; Orologio; Uhr; 腕錶; 腕表',
  box: 'Boxes; Case; Snuff box; Cigarette case; Vanity case; Compact; Minaudière; Nécessaire; Boîte',
  other: 'Others; Miscellaneous; Objet; Object of vertu; Clock; Desk clock; Handbag; Bag',
};

/** Objects that are neither jewels nor stones; their prices say little about the gem in them. */
export const objectsBesidesJewels = ['watch', 'box', 'other'] as const satisfies readonly ObjectType[];

/** Kinds of objects by any of their names. */
export const objectTypes = createVocabulary(
  objectTypeNames.map((name): Term => ({ name, synonyms: listed(synonyms[name]) })),
);
