import {
  findNames,
  type Mention,
  nextWord,
  type Token,
  type Tokens,
  tokensOf,
  withDecimals,
  wordAt,
} from '../../../mappings/lexicon/tokens.ts';
import { is } from '../../../mappings/lexicon/words.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import {
  fillers,
  kindOf,
  meaningsOf,
  mostWords,
  type Named,
  type Part,
  partKinds,
  writeName,
} from './named-words.ts';
import { readDates } from './read-dates.ts';
import { readPrice } from './read-price.ts';
import { type Asked, type Place, type Question, questionsIn } from './read-question.ts';
import { readWeight } from './read-weight.ts';

/** A name and its place in a phrase. */
type NamedPiece = Named & Place;

/** A phrase as it was read. */
interface Phrase {
  asksFor: Asked;
  /** The understood parts, in the order of the phrase. */
  parts: Part[];
  /** The words that mean nothing, are not fillers and ask nothing. */
  rest: Token[];
  /** Texts in double quotes, which are words of titles. */
  quoted: (Place & { text: string })[];
  corrections: NamedPiece[];
}

/** The name that mistyped words mean, if it is certain enough. */
export type Correct = (words: string) => Named | undefined;

/**
 * Reads a phrase: names, weights, prices and times, in any order, and what it asks for. Text in double quotes is never
 * interpreted.
 * @param correct looks up words that mean nothing as they are; by default nothing is corrected
 */
export function readPhrase(typed: string, correct: Correct = () => undefined): Phrase {
  const quoted = [...typed.matchAll(/["“”]([^"“”]*)["“”]/g)].map(({ 0: written, 1: text, index }) => {
    return { start: index, end: index + written.length, text: text!.trim() };
  });
  let left = without(typed, quoted);
  const amounts: Part[] = [];
  for (const read of [readPrice, readWeight, readLotNumber, readDates]) {
    const found = [read(left) ?? []].flat();
    left = without(left, found);
    amounts.push(...found);
  }
  const readRest = (text: string, asksFor: Asked): Phrase => {
    const { named, unknown } = readNames(withDecimals(tokensOf(text)));
    const { corrections, rest } = correctWords(unknown, correct, text);
    const parts = [...amounts, ...[...named, ...corrections].map(toPart)].sort((a, b) => a.start - b.start);
    return { asksFor, parts, rest, quoted: quoted.filter(({ text }) => fold(text) !== ''), corrections };
  };
  for (const question of questionsIn(left)) {
    const phrase = readRest(without(left, question.places), question.asksFor);
    if (isAsked(question, phrase)) return phrase;
  }
  return readRest(left, 'lots');
}

/** Line breaks replace what was read: no name spans them. */
function without(text: string, places: readonly Place[]): string {
  return places.reduce(
    (left, { start, end }) => left.slice(0, start) + '\n'.repeat(end - start) + left.slice(end),
    text,
  );
}

/**
 * Whether the words of a question ask, or are words of a title: something that they ask about is understood, unless they
 * are the whole phrase, and a noun stands beside such a thing. "The Price of Peace ruby" asks nothing, "price of rubies" does.
 */
function isAsked({ places, sides, isComparison }: Question, { parts, rest, quoted }: Phrase): boolean {
  const unknown = [...rest, ...quoted];
  if (parts.length === 0) return unknown.length === 0;
  if (isComparison && parts.filter(({ kind }) => kind === 'gem_type').length < 2) return false;
  const { start, end } = places[0]!;
  const all = [...unknown, ...parts].sort((a, b) => a.start - b.start);
  return sides.every((side) => {
    const next =
      side === 'left' ? all.findLast((one) => one.end <= start) : all.find((one) => one.start >= end);
    return next === undefined || 'kind' in next;
  });
}

const lot =
  /(?<![\p{L}\p{N}])lot(?:\s+(?:no\.?|nr\.?|number))?\s*#?\s*(\d{1,5}[a-z]?)(?![\p{L}\p{N}]|[.,]\d|\s*(?:stones?|gems?|pieces?|pcs)\b)/iu;

/** The number of a lot that a text names: "lot 502". */
function readLotNumber(text: string): Part | undefined {
  const found = lot.exec(text);
  if (!found) return undefined;
  const [written, number] = found as unknown as [string, string];
  const place = { start: found.index, end: found.index + written.length };
  return { kind: 'lot_number', ...place, filter: { lot_number: quoteValue(number) }, label: `Lot ${number}` };
}

/** Parts in the order of texts. */
export const inOrder = <Some extends Pick<Part, 'kind'>>(parts: readonly Some[]): Some[] =>
  [...parts].sort((a, b) => partKinds.indexOf(a.kind) - partKinds.indexOf(b.kind));

/** The parameters that parts mean together: several values of a list match any of them. */
export function mergeFilters(parts: readonly Pick<Part, 'kind' | 'filter'>[]): Record<string, string> {
  const merged = new Map<string, Set<string>>();
  for (const { filter } of inOrder(parts)) {
    for (const [name, value] of Object.entries(filter)) {
      merged.set(name, new Set([...(merged.get(name) ?? []), value]));
    }
  }
  return Object.fromEntries([...merged].map(([name, values]) => [name, [...values].join(',')]));
}

/** The names among words, and the words that mean nothing and are no fillers. */
function readNames(tokens: Tokens): { named: NamedPiece[]; unknown: Token[] } {
  const belongs = (at: number) => !tokens[at]!.gap.includes('\n');
  const names = findNames(tokens, meaningsOf, mostWords, belongs).filter((one) => !isCut(tokens, one));
  const isUnknown = (among: readonly Mention<unknown>[]) => (token: Token | undefined, at: number) =>
    token !== undefined && !fillers.has(token.bare) && !among.some(({ from, to }) => at >= from && at < to);
  // "Cartier Paris" signs a jewel.
  const isSignature = ({ name, from }: Mention<Named[]>) =>
    name[0]!.parameter === 'location' && isUnknown(names)(tokens[from - 1], from - 1);
  const told = names.filter((one) => !isSignature(one));
  const named: NamedPiece[] = [];
  for (const { name: meanings, from, to } of told) {
    // A word with several meanings has another one the second time.
    const isNew = ({ parameter }: Named) => !named.some((one) => one.parameter === parameter);
    const meaning = meanings.find(isNew) ?? meanings[0]!;
    named.push({ ...meaning, start: tokens[from]!.start, end: tokens[to - 1]!.end });
  }
  return { named, unknown: tokens.filter(isUnknown(told)) };
}

/** "Emerald cut" names no gem, nor does "taille émeraude". */
const isCut = (tokens: Tokens, { from, to }: Mention<unknown>) =>
  is(nextWord(tokens, to), 'cut') || is(wordAt(tokens, from - 1), 'cutBefore');

/** Single words are corrected first, then pairs: "sri lnka". */
function correctWords(unknown: readonly Token[], correct: Correct, text: string) {
  const corrections: NamedPiece[] = [];
  let rest = [...unknown];
  for (const length of [1, 2]) {
    const left: Token[] = [];
    for (let at = 0; at < rest.length; ) {
      const group = rest.slice(at, at + length);
      const [start, end] = [group[0]!.start, group.at(-1)!.end];
      const areTogether = tokensOf(text.slice(start, end)).length === length;
      const words = group.map(({ word }) => word).join(' ');
      const named = areTogether && !meaningsOf(words) && correct(words);
      if (named) corrections.push({ ...named, start, end });
      else left.push(group[0]!);
      at += named ? length : 1;
    }
    rest = left;
  }
  return { corrections, rest };
}

function toPart({ parameter, name, start, end }: NamedPiece): Part {
  const label = parameter === 'object_type' ? name.replaceAll('_', ' ') : name;
  return {
    kind: kindOf(parameter),
    start,
    end,
    filter: { [parameter]: writeName({ parameter, name }) },
    label,
  };
}
