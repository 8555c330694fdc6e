import { fold } from '../../../mappings/vocabulary/index.ts';
import {
  fillers,
  kindOfParameter,
  maxWords,
  meaningsOf,
  type Named,
  namedParameters,
  writeName,
} from './named-words.ts';
import type { Part } from './part.ts';
import { readDates } from './read-dates.ts';
import { readPrice } from './read-price.ts';
import { type Asked, type Place, type Question, questionsIn } from './read-question.ts';
import { readLotNumber, readTown } from './read-sale.ts';
import { readWeight } from './read-weight.ts';

/** A folded word of a phrase, and where it stands. */
interface Word {
  folded: string;
  start: number;
  end: number;
}

/** A name that was read from mistyped words. */
interface Correction extends Named {
  start: number;
  end: number;
}

/** A phrase as it was read. */
interface Phrase {
  asksFor: Asked;
  /** The understood parts, in the order of the phrase. */
  parts: Part[];
  /** The words that mean nothing, are not fillers and ask nothing. */
  rest: Word[];
  /** Texts in double quotes, which are words of titles. */
  quoted: (Place & { text: string })[];
  corrections: Correction[];
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
  for (const read of [readPrice, readWeight, readLotNumber, readDates, readTown]) {
    const found = [read(left) ?? []].flat();
    left = without(left, found);
    amounts.push(...found);
  }
  const readRest = (text: string, asksFor: Asked): Phrase => {
    const { named, unknown } = readNames(wordsOf(text), text);
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

/** The words of a text. One written word may contain several, for example "no-heat". */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(writtenWord)].flatMap(({ 0: written, index }) =>
    fold(written)
      .split(' ')
      .filter((folded) => folded !== '')
      .map((folded) => ({ folded, start: index, end: index + written.length })),
  );
}

/** The article in "l'émeraude" is a word of its own. */
const writtenWord = /(?<!\p{L})(?:l|dell)['’](?=\p{L})|[\p{L}\p{N}\p{M}'’`´‘]+/giu;

/** The parameters that parts mean together: several values of a list match any of them. */
export function mergeFilters(parts: readonly Pick<Part, 'kind' | 'filter'>[]): Record<string, string> {
  const merged = new Map<string, Set<string>>();
  const ordered = [...parts].sort((a, b) => placeOf(a) - placeOf(b));
  for (const { filter } of ordered) {
    for (const [name, value] of Object.entries(filter)) {
      merged.set(name, new Set([...(merged.get(name) ?? []), value]));
    }
  }
  return Object.fromEntries([...merged].map(([name, values]) => [name, [...values].join(',')]));
}

const kinds = namedParameters.map((parameter) => kindOfParameter[parameter]);

/** Names come before amounts, each kind in its order. */
function placeOf({ kind }: Pick<Part, 'kind'>): number {
  const place = kinds.indexOf(kind);
  return place < 0 ? kinds.length : place;
}

type NamedPiece = Named & { start: number; end: number };

/** The names among words, the longest spelling first. */
function readNames(words: readonly Word[], text: string): { named: NamedPiece[]; unknown: Word[] } {
  const named: NamedPiece[] = [];
  const unknown: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const found = longestName(words, at, named, text);
    if (found) named.push(found.name);
    else if (!fillers.has(words[at]!.folded)) unknown.push(words[at]!);
    at += found?.length ?? 1;
  }
  return { named, unknown };
}

function longestName(words: readonly Word[], at: number, known: readonly NamedPiece[], text: string) {
  for (let length = Math.min(maxWords(), words.length - at); length > 0; length--) {
    const [first, last] = [words[at]!, words[at + length - 1]!];
    if (text.slice(first.start, last.end).includes('\n')) continue;
    const spelling = words
      .slice(at, at + length)
      .map(({ folded }) => folded)
      .join(' ');
    const meanings = isCut(words, at, length) ? [] : [...meaningsOf(spelling)];
    // A word with several meanings has another one the second time.
    const meaning =
      meanings.find(({ parameter }) => !known.some((one) => one.parameter === parameter)) ?? meanings[0];
    if (meaning) return { name: { ...meaning, start: first.start, end: last.end }, length };
  }
  return undefined;
}

/** "Emerald cut" names no gem, nor does "taille émeraude". */
function isCut(words: readonly Word[], at: number, length: number): boolean {
  const [before, after] = [words[at - 1]?.folded ?? '', words[at + length]?.folded ?? ''];
  return /^(?:cut|shaped?|schliff)$/.test(after) || /^(?:taille|taglio|talla)$/.test(before);
}

/** Single words are corrected first, then pairs: "sri lnka". */
function correctWords(unknown: readonly Word[], correct: Correct, text: string) {
  const corrections: Correction[] = [];
  let rest = [...unknown];
  for (const length of [1, 2]) {
    const left: Word[] = [];
    for (let at = 0; at < rest.length; ) {
      const group = rest.slice(at, at + length);
      const [start, end] = [group[0]!.start, group.at(-1)!.end];
      const areTogether = wordsOf(text.slice(start, end)).length === length;
      const spelling = group.map(({ folded }) => folded).join(' ');
      const named = areTogether && [...meaningsOf(spelling)].length === 0 && correct(spelling);
      if (named) corrections.push({ ...named, start, end });
      else left.push(group[0]!);
      at += named ? length : 1;
    }
    rest = left;
  }
  return { corrections, rest };
}

function toPart({ parameter, name, start, end }: NamedPiece): Part {
  const label = parameter === 'object_type' || parameter === 'status' ? name.replaceAll('_', ' ') : name;
  const filter = { [parameter]: writeName({ parameter, name }) };
  return { kind: kindOfParameter[parameter], start, end, filter, label };
}
