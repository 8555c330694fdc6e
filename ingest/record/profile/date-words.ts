import { monthNames } from '../../../mappings/lexicon/months.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';

/** The number of a month by its name or its first letters; undefined if it is unknown or ambiguous. */
export function monthOf(name: string): number | undefined {
  const found = months.get(fold(name));
  // "jui" is ambiguous: it begins both juin and juillet.
  return found?.size === 1 ? [...found][0]! + 1 : undefined;
}

/** Whether a text is the weekday of a day (YYYY-MM-DD), whole or its first two letters and more. */
export function isWeekdayOf(text: string, day: string): boolean {
  return weekdays.get(fold(text))?.has(new Date(day).getUTCDay()) === true;
}

/** A date without the time of day, and without a weekday. */
export interface BareDate {
  text: string;
  /** The text without its weekday, if it has a word that may be one. */
  rest?: string;
  weekday?: string;
}

/**
 * Takes the time of day out of the text of a date, and the weekday at its start or end. An offset from UTC is a part of
 * the time: the day stays the one at the place of the sale.
 */
export function bareDate(written: string): BareDate {
  const text = written
    .normalize('NFC')
    .replace(time, ' ')
    .replace(/^\s*(?:on|the|le|am|il|el)\s+(?=\S)/i, '')
    .trim();
  const found = /^(\p{L}{2,12})[.,]*\s+(?:(?:the|le|den|il|el)\s+)?(.+)$/iu.exec(text);
  if (found && weekdays.has(fold(found[1]!))) return { text, weekday: found[1]!, rest: found[2]! };
  const last = /^(.+?)[\s,]+\(?(\p{L}{2,12})\.?\)?$/u.exec(text);
  if (last && weekdays.has(fold(last[2]!))) return { text, weekday: last[2]!, rest: last[1]! };
  return { text };
}

/** "10:00", "10:00:00.000", "9 pm", "9:00 p.m.", "14h30", "14.30 Uhr", "18 h" */
function clockPattern(): string {
  const [hour, minute] = ['(?:[01]?\\d|2[0-4])', '[0-5]\\d'];
  const half = '\\s?[ap]\\.?m\\b\\.?';
  return [
    `${hour}:${minute}(?::${minute}(?:[.,]\\d{1,9})?)?(?:${half}|\\s?(?:Uhr|hrs?|h)\\b)?`,
    `(?:0?\\d|1[0-2])(?:\\.${minute})?${half}`,
    `${hour}(?:\\.${minute})?\\s?Uhr`,
    `${hour}\\s?h(?:\\s?${minute})?`,
  ].join('|');
}

function zonePattern(): string {
  const name = 'Z|UTC|GMT|WES?T|CES?T|EES?T|MES?Z|BST|[ECMP][SD]?T|HKT|IST|JST|SGT|AE[SD]T';
  const offset = '[+-]\\d{1,2}(?::?\\d{2})?';
  return `(?:\\s?(?:${name})\\b)?(?:\\s?${offset})?(?:\\s?\\((?:${name}|[\\p{L} ]+(?:time|zeit))\\))?`;
}

/** A time of day, or from one to another, with the words before it. It stands at an end of the text or between spaces. */
const time = (() => {
  const before = '(?:at|um|à|alle|ore|a las|from|von|de)\\s+';
  const clocks = `(?:${clockPattern()})(?:\\s?[-–]\\s?(?:${clockPattern()}))?`;
  const compact = '\\d{4}(?:\\d{2}(?:\\.\\d+)?)?';
  const start = `(?:(?:^|[\\s,]+)(?:[-–|@]\\s*)?(?:${before})?|(?<=\\d)T)`;
  return new RegExp(`(?:${start}(?:${clocks})|(?<=\\d)T${compact})${zonePattern()}(?:[\\s,]+|$)`, 'iu');
})();

const months = byBeginning(3, monthNames);

const weekdays = byBeginning(2, [
  'sunday monday tuesday wednesday thursday friday saturday',
  'dimanche lundi mardi mercredi jeudi vendredi samedi',
  'domenica lunedi martedi mercoledi giovedi venerdi sabato',
  'sonntag montag dienstag mittwoch donnerstag freitag samstag',
  'domingo lunes martes miercoles jueves viernes sabado',
]);

/** The positions of names in their lists, by each beginning of a name that has `minimum` letters or more. */
function byBeginning(minimum: number, lists: readonly string[]): Map<string, Set<number>> {
  const positions = new Map<string, Set<number>>();
  for (const names of lists) {
    for (const [i, name] of names.split(' ').entries()) {
      for (let end = minimum; end <= name.length; end++) {
        const beginning = name.slice(0, end);
        positions.set(beginning, (positions.get(beginning) ?? new Set()).add(i));
      }
    }
  }
  return positions;
}
