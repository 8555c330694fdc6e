import { hash } from 'node:crypto';
import { gemNamed, placeNamed } from '../../mappings/lexicon/names.ts';
import { describesStone, is } from '../../mappings/lexicon/words.ts';
import type { AuctionRecord, StoneEvidence } from '../../mappings/record.ts';
import { stoneNames } from '../../mappings/vocabulary/stone-names.ts';
import { fold } from '../../mappings/vocabulary/vocabulary.ts';
import { namesSeveralStones } from './titles/covers-several-stones.ts';

/** From this weight on a weight can tell a stone from others. */
export const leastRareCarat = 10;

/** Most report keys of a record. */
const maxReports = 12;

/** Objects that have several stones of their gem. */
const several: readonly unknown[] = ['earrings', 'cufflinks', 'suite'];

/**
 * The stone keys of a record. Lots of different sales that share a key may offer the same stone (docs/duplicates.md). A lot
 * of several stones has none, nor has one without a date, or one that another record stands for.
 * @returns each as its kind of evidence and a hash of a fixed length
 */
export function stoneKeysOf(record: AuctionRecord): string[] {
  const { title, gem_type, carat, auction_date, duplicate_of, flags, object_type } = record;
  if (auction_date === null || duplicate_of !== null || flags.includes('MULTI_STONE')) return [];
  const key = (kind: StoneEvidence, ...parts: unknown[]) => {
    const text = JSON.stringify([fold(gem_type) || gem_type, record.is_synthetic, ...parts]);
    return `${kind} ${hash('sha1', text, 'base64url').slice(0, 16)}`;
  };
  const folded = fold(title);
  const names = carat === null ? [] : ownNamesIn(title, folded);
  const keys = [
    ...reportsOf(record).map((report) => key('report', ...report)),
    ...names.map((name) => key('name', name)),
    ...(carat === null || carat < leastRareCarat ? [] : [key('weight', Math.round(carat * 100))]),
  ];
  const isOne = keys.length > 0 && !several.includes(object_type) && !namesSeveralStones(folded);
  return isOne ? keys : [];
}

/** The evidence that a key is. */
export const evidenceOf = (key: string) => key.slice(0, key.indexOf(' ')) as StoneEvidence;

/** Each laboratory of a record with each number: it is not known which number is whose. "SSEF 78414" is 78414. */
function reportsOf({ labs, report_numbers }: AuctionRecord): string[][] {
  const numbers = report_numbers
    .map((number) =>
      fold(number)
        .replace(/^[a-z ]+/, '')
        .replaceAll(' ', ''),
    )
    .filter((number) => number.length >= 4);
  return labs.flatMap((lab) => numbers.map((number) => [fold(lab), number])).slice(0, maxReports);
}

const known = new RegExp(
  `\\b(?:${[...stoneNames.spellings.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'g',
);

/** What a title begins with, up to a comma or another break: "The Hill Sapphire, …", "THE KELLY SAPPHIRE  A …". */
const beginning =
  /^["“'‘«\s]*the ["“'‘«]?([\p{L}\p{M}'’.-]+(?: [\p{L}\p{M}'’.-]+){0,6})["”'’»]?(?:$|[,:;(–—]|\s{2}|\s*\n)/iu;

/** Words of such beginnings that name an owner, a jewel or a maker, not a stone. */
const notOfStones =
  /^(?:property|collections?|estate|jewels?|lady|gentleman|ring|brooch|pendant|necklace|bracelet|tiara|clip|first|last|famous|celebrated|historic|legendary|antique)$/;

/** The names of its own that a title gives its stone: those that are listed, and the one that it begins with. */
function ownNamesIn(title: string, folded: string): string[] {
  const listed = folded.match(known)?.map((name) => stoneNames.spellings.get(name)!) ?? [];
  if (listed.length > 0) return [...new Set(listed)];
  const written = beginning.exec(title)?.[1]?.split(/[ -]/) ?? [];
  const words = written.map(fold);
  const gem = words.findIndex((word) => gemNamed(word) !== undefined);
  const name = gem < 0 ? words : words.slice(0, gem);
  const isOwn = (word: string, at: number) =>
    /^\p{Lu}/u.test(written[at]!) &&
    !describesStone(word) &&
    !is(word, 'and', 'with', 'of', 'article', 'color', 'filler') &&
    placeNamed(word) === undefined;
  return name.some(isOwn) && !name.some((word) => notOfStones.test(word)) ? [name.join(' ')] : [];
}
