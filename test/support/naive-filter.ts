import { caratBands } from '../../mappings/carat-bands.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import {
  auctionHouses,
  gemTypes,
  laboratories,
  origins,
  treatments,
  type Vocabulary,
} from '../../mappings/vocabulary/index.ts';

/** Whether a record meets filters, computed without Elasticsearch. */
export function meetsFilters(record: AuctionRecord, filters: Record<string, string>): boolean {
  if (!('duplicates' in filters) && record.duplicate_of !== null) return false;
  return Object.entries(filters).every(([name, text]) => tests[name]!(record, text));
}

type Test = (record: AuctionRecord, text: string) => boolean;

const atLeast =
  (value: (record: AuctionRecord) => number | null): Test =>
  (record, text) =>
    value(record) !== null && value(record)! >= Number(text);
const atMost =
  (value: (record: AuctionRecord) => number | null): Test =>
  (record, text) =>
    value(record) !== null && value(record)! <= Number(text);

const tests: Record<string, Test> = {
  gem_name: (record, text) => named(record.gem_type, text, gemTypes),
  origin: (record, text) => namedOrNone(record.origin, text, origins),
  auction_house: (record, text) => namedOrNone(record.auction_house, text, auctionHouses),
  is_sold: (record, text) => String(record.is_sold) === text,
  weight_min: atLeast((record) => record.carat),
  weight_max: atMost((record) => record.carat),
  price_min: atLeast((record) => record.price_final_usd),
  price_max: atMost((record) => record.price_final_usd),
  price_per_carat_min: atLeast((record) => record.price_per_carat_usd),
  price_per_carat_max: atMost((record) => record.price_per_carat_usd),
  date_from: (record, text) => record.auction_date !== null && record.auction_date >= text,
  date_to: (record, text) => record.auction_date !== null && record.auction_date <= text,
  treatment: (record, text) =>
    namedOrNone(record.treatment, text, treatments) ||
    (text.split(',').includes('Not treated') && saysNone(record.treatment)),
  lab: (record, text) =>
    (record.labs.length > 0 ? record.labs : [null]).some((lab) => namedOrNone(lab, text, laboratories)),
  object_type: (record, text) => text.split(',').includes(record.object_type ?? 'none'),
  status: (record, text) => text.split(',').includes(record.sale_status),
  carat_band: (record, text) =>
    caratBands.some(
      ({ name, from, below }) =>
        text.split(',').includes(name) &&
        record.carat !== null &&
        record.carat >= from &&
        record.carat < below,
    ),
  year: (record, text) =>
    record.auction_date !== null && text.split(',').includes(record.auction_date.slice(0, 4)),
  flags: (record, text) => text.split(',').some((flag) => (record.flags as string[]).includes(flag)),
  is_synthetic: (record, text) => String(record.is_synthetic) === text,
  updated_since: (record, text) =>
    record.updated_at !== null && Date.parse(record.updated_at) >= Date.parse(text),
  duplicates: (record, text) => text === 'include' || (text === 'only') === (record.duplicate_of !== null),
  selection: (record, text) => text === 'all' || !(record.flags as string[]).includes('HAND_PICKED'),
  ids: (record, text) => text.split(',').includes(String(record.id)),
  sale: (record, text) => isAmong(record.sale, text),
  location: (record, text) => isAmong(record.location, text),
  lot_number: (record, text) => record.lot_number !== null && isAmong(record.lot_number, text),
  report_number: (record, text) => record.report_numbers.some((number) => isAmong(number, text)),
  stone_id: (record, text) => text.split(',').includes(String(record.stone_id)),
  resold: (record, text) => String(record.stone_id !== null) === text,
  q: (record, text) => saysAll(record.title, text),
};

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a value is an element of a list, whose quotes keep commas inside a value; without one, whether `none` is. */
function isAmong(value: string | null, text: string): boolean {
  const elements = text.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
  return elements.some((element) => {
    if (value === null || !element.startsWith('"')) return plain(element) === plain(value ?? none);
    return plain(element.slice(1, -1).replaceAll('""', '"')) === plain(value);
  });
}

/** A cache, because scans use the same few names repeatedly. */
const plainNames = new Map<string, string>();
function plainName(name: string): string {
  const known = plainNames.get(name) ?? plain(name);
  plainNames.set(name, known);
  return known;
}

const none = 'none';
const wantedNames = new Map<Vocabulary, Map<string, Set<string>>>();

/** The canonical names of a list in folded form, and `none`. */
function wanted(text: string, vocabulary: Vocabulary): Set<string> {
  const ofVocabulary = wantedNames.get(vocabulary) ?? new Map<string, Set<string>>();
  wantedNames.set(vocabulary, ofVocabulary);
  const names = ofVocabulary.get(text) ?? new Set(text.split(',').map((name) => canonical(name, vocabulary)));
  ofVocabulary.set(text, names);
  return names;
}

const canonical = (name: string, vocabulary: Vocabulary) =>
  plain(name) === none ? none : plain(vocabulary.canonical(name) ?? name);

/** Of the treatments in test data, those that say that none was found. */
const saysNone = (treatment: string | null) => ['No heat', 'Untreated', 'No oil'].includes(treatment ?? '');

const named = (value: string | null, text: string, vocabulary: Vocabulary) =>
  value !== null && wanted(text, vocabulary).has(plainName(value));

function namedOrNone(value: string | null, text: string, vocabulary: Vocabulary): boolean {
  if (value === null) return wanted(text, vocabulary).has(none);
  return plainName(value) !== none && named(value, text, vocabulary);
}

/** Splits a title into words like the index: letters and digits, with decimal points inside numbers. */
export const wordsOf = (text: string) => plain(text).match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [];

function saysAll(title: string, text: string): boolean {
  const words = ` ${wordsOf(title).join(' ')} `;
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map((match) => wordsOf(match[1]!).join(' '));
  const loose = wordsOf(text.replaceAll(/"[^"]*"/g, ' '));
  return [...phrases, ...loose].every((part) => words.includes(` ${part} `));
}
