import { type GemMention, gemNamed } from './gem-words.ts';
import { wordsOf } from './stone-words.ts';
import { joined, type Token } from './tokens-of.ts';

/** Names that end in s in the singular too. */
const invariable = wordsOf('rubis lapis onyx topas jais chrysopras jaspis aigues');
/** Plurals without s: Italian, German. Those that are a singular in another language are left out. */
const plurals =
  wordsOf(`zaffiri rubini smeraldi diamanti brillanti coralli turchesi topazi granati opali ametiste acquemarine tormaline
  spinelli peridoti berilli giade onici diamanten brillanten saphiren rubine rubinen smaragde smaragden perlen zuchtperlen
  naturperlen korallen opalen turmalinen granate granaten turkise turkisen amethysten topase topasen aquamarinen
  citrinen`);
const one = wordsOf('a an un une uno una dun dune ein eine einem einen einer eines single');
/** Behind these an article is that of another noun: "a pair of diamonds". */
const links = wordsOf('of de di des von aus mit with con et and e und by zwischen');

/** Whether a gem is named in the plural: "saphirs", "rubini"; German "mit einem Diamanten" is one. */
export function isPlural(tokens: readonly Token[], { from, to }: GemMention): boolean {
  // A name in quotes is that of a jewel or a line of jewels.
  if (/["“‘«]$/u.test(tokens[from]!.gap)) return false;
  let found = false;
  for (let at = from; at < to && !found; at++) {
    const { bare } = tokens[at]!;
    found = plurals.has(bare) || (bare.endsWith('s') && !invariable.has(bare) && isPluralInS(bare));
  }
  return (
    (found || isCompoundPlural(tokens[to]) || isFrenchRubies(tokens, from, to)) && !hasArticle(tokens, from)
  );
}

function isPluralInS(word: string): boolean {
  const singulars = [word.slice(0, -1), word.replace(/ies$/, 'y'), word.replace(/es$/, '')];
  return singulars.some((singular) => singular !== word && gemNamed(singular) !== undefined);
}

/** "Diamantrauten". */
function isCompoundPlural(next: Token | undefined): boolean {
  const plural =
    /^(?:rauten|navetten|baguetten|triangeln|trapeze|karrees|carres|achtkante|splitter|tropfen)$/;
  return next?.gap === '' && plural.test(next.word);
}

/** "rubis birmans", "4,60 ct de rubis": the word has no plural of its own. */
function isFrenchRubies(tokens: readonly Token[], from: number, to: number): boolean {
  const next = tokens[from + 1];
  return (
    tokens[from]!.bare === 'rubis' &&
    ((next !== undefined && (to > from + 1 || joined(next)) && describing.test(next.word)) ||
      (tokens[from - 1]?.word === 'de' && /(?:^|\d)(?:cts?|carats?)$/.test(tokens[from - 2]?.word ?? '')))
  );
}

const describing =
  /^(?:birman|chauffe|synthetique|calibre|rond|ovale|cabochon|coussin|poire|navette|taille|facette|rouge|carre|non chauffe|naturel)s$/;

function hasArticle(tokens: readonly Token[], from: number): boolean {
  for (let at = from - 1; at >= Math.max(0, from - 4) && joined(tokens[at + 1]!); at--) {
    const { word } = tokens[at]!;
    // "mit gelbem Diamanten": the dative of one.
    if (one.has(word) || (word.endsWith('em') && word.length > 4)) return true;
    if (links.has(word)) return false;
  }
  return false;
}
