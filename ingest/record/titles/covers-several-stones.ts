import type { Weight } from './find-weights.ts';
import type { GemMention } from './gem-words.ts';
import type { Token } from './tokens-of.ts';

const words = (list: string) => new Set(list.trim().split(/\s+/));

/** Jewels that come in twos or more. */
const plurals =
  words(`earrings earclips earpendants earstuds orecchini ohrringe ohrclips ohrstecker ohrgehange ohrhanger
  cufflinks cufflink gemelli manschettenknopfe buttons boutons parure demiparure suite sets jewelry jewellery parures bijoux
  schmuckset pair pairs paire paio paar pendeloques beads pcs pieces stuck stk doubleclip`);
/** Jewels made of many stones of a kind. */
const strings =
  words(`necklace necklaces sautoir riviere bracelet bracelets collier colliers collana bracciale halskette
  kette ketten armband tiara strand strands torsade choker longchain rang rangs diademe diadem bandeau collane`);
const ears = words('clips clip pendants studs rings hoops clip earrings drops');
const counts =
  words(`two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen deux trois quatre
  cinq six sept huit neuf dix due tre quattro cinque sei sette otto nove dieci zwei drei vier funf sechs sieben acht neun
  zehn`);
const timepieces = words('watch wristwatch watches wristwatches montre orologio uhr armbanduhr');

/** Whether the price and weight of a lot are those of several stones of its main gem. */
export function coversSeveralStones(
  tokens: readonly Token[],
  gems: readonly GemMention[],
  main: GemMention | undefined,
  weights: readonly Weight[],
): boolean {
  const said = tokens.map(({ word }) => word);
  const has = (set: Set<string>) => said.some((word) => set.has(word));
  if (weights.some(({ mention, several }) => several && mention.gem === main?.gem)) return true;
  if (weights.filter(({ mention }) => mention.gem === main?.gem).length > 1) return true;
  if (has(plurals) || isGroup(said) || severalStones(said)) return true;
  const isPendant = said.some((word) => /^(pendant|pendentif|pendente|anhanger)$/.test(word));
  if (has(strings) && !isPendant && !has(timepieces)) return true;
  return gems.some((gem) => isCounted(tokens, gem));
}

function isGroup(said: readonly string[]): boolean {
  return said.some((word, i) => {
    const next = said[i + 1] ?? '';
    if (word === 'ear' && ears.has(next)) return true;
    if (/^(boucles?|pendants?|clips)$/.test(word) && /^d?oreilles?$/.test(next)) return true;
    if (/^(group|collection|lot|set|assortment|ensemble)$/.test(word) && next === 'of') return true;
    return /^demi$/.test(word) && next === 'parure';
  });
}

/** "THREE-STONE RING", "TOI ET MOI". */
function severalStones(said: readonly string[]): boolean {
  return said.some((word, i) => {
    const next = said[i + 1] ?? '';
    if (/^(stone|stones|steine|pierres|pietre)$/.test(next) && (counts.has(word) || word === 'twin'))
      return true;
    return word === 'toi' && next === 'et' && said[i + 2] === 'moi';
  });
}

/** "TWO RUBIES", "ELEVEN UNMOUNTED DIAMONDS": a number before a gem in the plural. */
function isCounted(tokens: readonly Token[], { from, to }: GemMention): boolean {
  if (!/(s|i|en|e)$/.test(tokens[to - 1]!.word)) return false;
  const before = tokens.slice(Math.max(0, from - 4), from);
  return before.some(
    ({ word }, i) =>
      (counts.has(word) || /^[2-9]$|^[1-9]\d$/.test(word)) &&
      before
        .slice(i + 1)
        .every(
          (token) => !/^(and|of|carats?|cts?|ring|with)$/.test(token.word) && /^\s*[-]?\s*$/.test(token.gap),
        ),
  );
}
