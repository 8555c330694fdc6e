import { joined, type Token, type Tokens } from '../../../mappings/lexicon/tokens.ts';
import { describesStone, wordsOf } from '../../../mappings/lexicon/words.ts';
import type { GemMention, Gems } from './find-gems.ts';
import type { TitleObject } from './find-object.ts';
import type { Weights } from './find-weights.ts';

/** Jewels that come in twos or more. */
const plurals =
  wordsOf(`earrings earclips earpendants earstuds orecchini ohrringe ohrclips ohrstecker ohrgehange ohrhanger
  cufflinks cufflink gemelli manschettenknopfe buttons parure parures demiparure schmuckset pair pairs paire paires paio
  coppia paar pendeloques beads pcs pieces stuck stk doubleclip brooches rings bracelets necklaces pendants tiaras bangles
  broches bagues colliers bracelets pendentifs spille anelli bracciali collane broschen ringe armbander anhangern trilogy
  sautoirs eternity memoirering memoire lotto konvolut lots creoles dormeuses hoops studs puces jewels
  bijoux fedina veretta alliance`);
/** Jewels made of many stones of a kind. */
const strings =
  wordsOf(`necklace sautoir riviere bracelet collier colliers kollier collana bracciale halskette girocollo
  kette ketten armband tiara strand strands torsade choker longchain rang rangs diademe diadem bandeau collane diademcollier`);
const pair = /^(?:pair|paire|paio|coppia|paar)s?$/;

const counts =
  wordsOf(`two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty thirty forty deux
  trois quatre cinq six sept huit neuf dix due tre quattro cinque sei sette otto nove dieci zwei drei vier funf sechs sieben
  acht neun zehn`);

/** Words for several stones or jewels, in a title of folded words. */
const groups = new RegExp(
  [
    'ear (?:clips?|pendants|studs|rings|hoops|drops)',
    '(?:boucles?|pendants?|clips|puces|clous|motifs|anneaux) d?oreilles?',
    '(?:group|collection|lot|set|assortment|ensemble|lots) (?:of|de|di|aus|von)',
    'suite(?! case)',
    'parcel(?! gilt)',
    // "RUBY LOT MOZAMBIQUE", but not "LOT 12".
    '(?<=[a-z0-9] )(?<!\\b(?:a|the|this|property|no) )lot(?! (?:, )?\\d)',
    // "2x TANZANITE", "2 PCS".
    '[2-9]x|[2-9]\\d?(?:pcs?|stk)',
    // "THREE-STONE RING", "TOI ET MOI".
    `(?:${[...counts].join('|')}|twin) (?:stones?|steine|pierres|pietre)`,
    'full hoop|double clip|toi (?:et|e|and) moi',
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join('|'),
);
const center =
  /\b(?:(?:centre|center|central|main|principal) stone|pierre centrale|pietra centrale|hauptstein)\b/;

/** Whether a folded title names several stones or jewels; quicker than to read it, and less exact. */
export const namesSeveralStones = (title: string): boolean =>
  groups.test(title) || title.split(' ').some((word) => plurals.has(word));

/** Whether the price and weight of a lot are those of several stones of its main gem. */
export function coversSeveralStones(
  tokens: Tokens,
  gems: Gems,
  main: GemMention | undefined,
  weights: Weights,
  { type: object, isSeveral }: TitleObject,
): boolean {
  const title = tokens.map((token) => (joined(token) ? token.word : `, ${token.word}`)).join(' ');
  const has = (isMeant: (word: string, at: number) => boolean) =>
    tokens.some(({ word }, at) => isMeant(word, at));
  // "TWO JADE CUPS", but "TWO-STRAND".
  const isCounted = has((word, at) => at === 0 && counts.has(word) && /^\s+$/.test(tokens[1]?.gap ?? ''));
  if (isSeveral || isCounted || object === 'suite' || object === 'cufflinks' || groups.test(title))
    return true;
  if (object === 'watch' || object === 'box' || object === 'other') return has((word) => pair.test(word));

  const own = weights.filter(({ mention }) => mention?.gem === main?.gem && !mention?.isAccent);
  if (own.length > 1 || own[0]?.several) return true;
  // "A RUBY RING WITH A PAIR OF DIAMONDS"
  const isOfOthers = (word: string, at: number) => {
    const next = pair.test(word) && gems.find(({ from }) => from > at);
    return next && next.from <= at + 3 && next.gem !== main?.gem && gems[0]!.from < at;
  };
  if (has((word, at) => plurals.has(word) && !isOfOthers(word, at))) return true;

  // "NECKLACE with 10.5-carat centre stone"
  const hasCenter = center.test(title);
  const isSingle = own.length === 1 && (own[0]!.isAtGem || hasCenter);
  // "Bracelet jonc jade": a bangle of one stone.
  const isString =
    !has((word) => word === 'jonc') && object !== 'pendant' && has((word) => strings.has(word));
  if (isString && !(isSingle && (hasCenter || !isOfString(tokens, own[0]!.mention)))) return true;
  return !isSingle && gems.some(({ gem, isAccent, several }) => gem === main?.gem && !isAccent && several);
}

/** "10.5 CARAT DIAMOND NECKLACE": the weight is that of the necklace. */
function isOfString(tokens: Tokens, mention: GemMention | undefined): boolean {
  const isOfGem = ({ word }: Token) => describesStone(word) || word === 'tennis';
  const behind = mention ? tokens.slice(mention.to) : [];
  const next = behind.find((token) => !joined(token) || !isOfGem(token));
  return next !== undefined && joined(next) && strings.has(next.word);
}
