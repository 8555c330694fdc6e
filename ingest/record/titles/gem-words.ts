import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { misspelledGem } from './misspelled-gem.ts';
import { mostWordsFrom, remembering } from './stone-words.ts';

/** A gem that a title names: its type, and the words that name it, from the first to behind the last. */
export interface GemMention {
  gem: string;
  from: number;
  to: number;
  /** Named in the plural: "saphirs", "rubini". */
  several: boolean;
  /** Only an accent of another stone: "flanked by diamonds". */
  isAccent: boolean;
}

/**
 * Names of the vocabulary that in a title mostly mean something else: a shape, a brand, a color, a word of the
 * language. Longer names that contain them ("shell cameo") stand.
 */
const misleading = new Set(
  `shell shells serpentine serpentina serpentin serpentino sard aka mop melo blende spinal fluorine crystal morion
   iolites heliotrope heliotropo guardian carbuncle starlite momo pyrite titanite fancy`.split(/\s+/),
);

/** What titles say and the vocabulary does not list. */
const alsoSaid = new Map(
  Object.entries({
    'colored sapphire': 'Fancy Sapphire',
    'coloured sapphire': 'Fancy Sapphire',
    'colored sapphires': 'Fancy Sapphire',
    'coloured sapphires': 'Fancy Sapphire',
    'lapis lazulis': 'Lapis Lazuli',
    'shell cameos': 'Shell',
    'cammeo in conchiglia': 'Shell',
    'cammeo su conchiglia': 'Shell',
    'camee sur coquille': 'Shell',
    'camee coquille': 'Shell',
    'camees coquille': 'Shell',
    'camees sur coquille': 'Shell',
    muschel: 'Shell',
    muschelkamee: 'Shell',
    muschelkameen: 'Shell',
    muschelgemme: 'Shell',
    rubys: 'Ruby',
    perl: 'Pearl',
    zuchtperl: 'Cultured Pearl',
    kulturperl: 'Cultured Pearl',
    'sudsee zuchtperl': 'South Sea Pearl',
    'tahiti zuchtperl': 'Tahitian Pearl',
    'akoya zuchtperl': 'Akoya Pearl',
    naturperl: 'Pearl',
    orientperlen: 'Pearl',
    orientperle: 'Pearl',
    saffire: 'Sapphire',
    daimonds: 'Diamond',
    diamante: 'Diamond',
    blautopas: 'Blue Topaz',
    flussperlen: 'Freshwater Pearl',
    flussperle: 'Freshwater Pearl',
    girasol: 'Opal',
    'perle dei mari del sud': 'South Sea Pearl',
    'perle australiane': 'South Sea Pearl',
    'perle di tahiti': 'Tahitian Pearl',
    'perle dacqua dolce': 'Freshwater Pearl',
    'perle di fiume': 'Freshwater Pearl',
    'perle giapponesi': 'Akoya Pearl',
    'zaffiri stellati': 'Star Sapphire',
    'rubini stellati': 'Star Ruby',
    'diamanti rosa': 'Pink Diamond',
    'diamanti neri': 'Black Diamond',
    'opali neri': 'Black Opal',
    'quarzi citrini': 'Citrine',
    'topazi azzurri': 'Blue Topaz',
    'topazi imperiali': 'Imperial Topaz',
    'tormaline paraiba': 'Paraíba Tourmaline',
    flussspat: 'Fluorite',
    kulturperle: 'Cultured Pearl',
    kulturperlen: 'Cultured Pearl',
    'sudsee kulturperle': 'South Sea Pearl',
    'sudsee kulturperlen': 'South Sea Pearl',
    'sudsee zuchtperle': 'South Sea Pearl',
    'sudsee zuchtperlen': 'South Sea Pearl',
    sudseekulturperlen: 'South Sea Pearl',
    sudseezuchtperlen: 'South Sea Pearl',
    'tahiti kulturperle': 'Tahitian Pearl',
    'tahiti kulturperlen': 'Tahitian Pearl',
    'tahiti zuchtperle': 'Tahitian Pearl',
    'tahiti zuchtperlen': 'Tahitian Pearl',
    'akoya kulturperle': 'Akoya Pearl',
    'akoya kulturperlen': 'Akoya Pearl',
    'akoya zuchtperle': 'Akoya Pearl',
    'akoya zuchtperlen': 'Akoya Pearl',
    'perles de culture des mers du sud': 'South Sea Pearl',
    'perle de culture des mers du sud': 'South Sea Pearl',
    'perles de culture de tahiti': 'Tahitian Pearl',
    'perle de culture de tahiti': 'Tahitian Pearl',
    'perles de culture deau douce': 'Freshwater Pearl',
    'perle coltivate dei mari del sud': 'South Sea Pearl',
    'perle coltivate di tahiti': 'Tahitian Pearl',
    'perle coltivate akoya': 'Akoya Pearl',
    'perle coltivate dacqua dolce': 'Freshwater Pearl',
  }),
);

/** How many words a name may have that begins with a word. */
const maxWordsFrom = mostWordsFrom([...gemTypes.spellings.keys(), ...alsoSaid.keys()]);

/** The most words of a name that begins with this word; 1 where no longer name does. */
export const maxWordsOfName = (first: string): number => maxWordsFrom.get(first) ?? 1;

/** The gem type that folded words name, in the plural, inflected or misspelled too; undefined when they name none. */
export const gemNamed = remembering(lookUp);

function lookUp(words: string): string | undefined {
  if (misleading.has(words)) return undefined;
  const name = gemTypes.spellings.get(words) ?? alsoSaid.get(words);
  if (name !== undefined || words.length < 6) return name;
  for (const ending of [/s$/, /n$/, /en$/, /es$/, /e$/]) {
    if (!ending.test(words)) continue;
    const stem = words.replace(ending, '');
    if (stem.length < 4 || misleading.has(stem)) continue;
    const found = gemTypes.spellings.get(stem);
    if (found !== undefined) return found;
  }
  return misspelledGem(words);
}

/** Diamonds by the hue that a grader's words end in: "fancy vivid purplish pink" → Pink Diamond. */
export function diamondOf(hue: string): string | undefined {
  return gemTypes.spellings.get(fold(`fancy ${hue} diamond`));
}
