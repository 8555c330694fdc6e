import type { ObjectType } from '../../../mappings/vocabulary/object-types.ts';
import type { TitleObject } from './find-object.ts';
import type { Weight } from './find-weights.ts';
import type { GemMention } from './gem-words.ts';
import { describesStone, wordsOf } from './stone-words.ts';
import { joined, type Token } from './tokens-of.ts';

/** Jewels that come in twos or more. */
const plurals =
  wordsOf(`earrings earclips earpendants earstuds orecchini ohrringe ohrclips ohrstecker ohrgehange ohrhanger
  cufflinks cufflink gemelli manschettenknopfe buttons parure parures demiparure schmuckset pair pairs paire paires paio
  coppia paar pendeloques beads pcs pieces stuck stk doubleclip brooches rings bracelets necklaces pendants tiaras bangles
  broches bagues colliers bracelets pendentifs spille anelli bracciali collane broschen ringe armbander anhangern trilogy
  sautoirs eternity memoirering memoire lotto konvolut lots creoles dormeuses hoops studs puces jewels
  bijoux fedina veretta`);
/** Jewels made of many stones of a kind. */
const strings =
  wordsOf(`necklace sautoir riviere bracelet collier colliers kollier collana bracciale halskette girocollo
  kette ketten armband tiara strand strands torsade choker longchain rang rangs diademe diadem bandeau collane diademcollier`);
const ears = wordsOf('clips clip pendants studs rings hoops drops');
const counts =
  wordsOf(`two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty thirty forty deux
  trois quatre cinq six sept huit neuf dix due tre quattro cinque sei sette otto nove dieci zwei drei vier funf sechs sieben
  acht neun zehn`);
const objects: readonly (ObjectType | undefined)[] = ['watch', 'box', 'other'];

/** Whether the price and weight of a lot are those of several stones of its main gem. */
export function coversSeveralStones(
  tokens: readonly Token[],
  gems: readonly GemMention[],
  main: GemMention | undefined,
  weights: readonly Weight[],
  { type: object, isSeveral }: TitleObject,
): boolean {
  const said = tokens.map(({ word }) => word);
  // "A RUBY RING WITH A PAIR OF DIAMONDS"
  const isPairOfOthers = (at: number, word: string) => {
    const next = /^(?:pair|paire|paio|coppia|paar)$/.test(word) && gems.find(({ from }) => from > at);
    return Boolean(next && next.from <= at + 3 && next.gem !== main?.gem && gems[0]!.from < at);
  };
  const own = weights.filter(({ mention }) => mention?.gem === main?.gem && !mention?.isAccent);
  // "NECKLACE with 10.5-carat centre stone"
  const hasCenter =
    /\b(?:(?:centre|center|central|main|principal) stone|pierre centrale|pietra centrale|hauptstein)\b/.test(
      said.join(' '),
    );
  const isSingle = own.length === 1 && !own[0]!.several && (own[0]!.isAtGem || hasCenter);
  if (
    isSeveral ||
    object === 'suite' ||
    object === 'cufflinks' ||
    isGroup(tokens, said) ||
    namesSeveralStones(said)
  )
    return true;
  if (objects.includes(object)) return said.some((word) => /^(?:pair|pairs|paire|paio|paar)$/.test(word));
  if (own.length > 1 || own.some(({ several }) => several)) return true;
  if (said.some((word, i) => plurals.has(word) && !isPairOfOthers(i, word))) return true;

  const isPendant =
    object === 'pendant' ||
    said.some((word) => /^(?:pendant|pendent|pendentif|pendente|anhanger)$/.test(word));
  const isBangle = main?.gem.startsWith('Jade') && said.includes('jonc');
  const isString = !isBangle && said.some((word) => strings.has(word));
  if (isString && !isPendant && !(isSingle && (hasCenter || !isOfString(tokens, own[0]!.mention))))
    return true;
  const mains = gems.filter(({ gem, isAccent }) => gem === main?.gem && !isAccent);
  if (isSingle) return false;
  return mains.some((gem) => gem.several);
}

/** "10.5 CARAT DIAMOND NECKLACE": the weight is that of the necklace. */
function isOfString(tokens: readonly Token[], mention: GemMention | undefined): boolean {
  if (!mention) return false;
  let at = mention.to;
  while (
    tokens[at] &&
    joined(tokens[at]!) &&
    (describesStone(tokens[at]!.word) || tokens[at]!.word === 'tennis')
  )
    at++;
  return tokens[at] !== undefined && joined(tokens[at]!) && strings.has(tokens[at]!.word);
}

function isGroup(tokens: readonly Token[], said: readonly string[]): boolean {
  return said.some((word, i) => {
    const next = said[i + 1] ?? '';
    const before = said[i - 1] ?? '';
    if (word === 'ear' && ears.has(next)) return true;
    if (/^(boucles?|pendants?|clips|puces|clous|motifs|anneaux)$/.test(word) && /^d?oreilles?$/.test(next))
      return true;
    if (
      /^(group|collection|lot|set|assortment|ensemble|suite|parcel|lots)$/.test(word) &&
      /^(?:of|de|di|aus|von)$/.test(next)
    )
      return true;
    if (word === 'suite') return next !== 'case';
    if (word === 'parcel') return next !== 'gilt';
    // "TWO JADE CUPS", but "TWO-STRAND".
    if (i === 0 && counts.has(word)) return /^\s+$/.test(tokens[1]?.gap ?? '');
    // "RUBY LOT MOZAMBIQUE", but not "LOT 12".
    if (word === 'lot')
      return i > 0 && joined(tokens[i]!) && !/^\d/.test(next) && !/^(?:a|the|this|property|no)$/.test(before);
    // "2x TANZANITE", "2 PCS".
    return /^[2-9]x$/.test(word) || /^[2-9]\d?(?:pcs?|stk)$/.test(word);
  });
}

/** "THREE-STONE RING", "TOI ET MOI", "LINE BRACELET", "DOUBLE CLIP". */
function namesSeveralStones(said: readonly string[]): boolean {
  return said.some((word, i) => {
    const next = said[i + 1] ?? '';
    if (/^(stone|stones|steine|pierres|pietre)$/.test(next) && (counts.has(word) || word === 'twin'))
      return true;
    if (/^alliance$/.test(word)) return true;
    if (word === 'full' && next === 'hoop') return true;
    if (word === 'double' && next === 'clip') return true;
    return word === 'toi' && /^(?:et|e|and)$/.test(next) && said[i + 2] === 'moi';
  });
}
