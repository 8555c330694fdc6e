import { expandProfile, isObject } from './expand-profile.ts';
import { columnsOf, type Profile } from './profile.ts';

type Written = Record<string, unknown>;

/**
 * Merges answers into a profile as written. What an answer names replaces what the profile has; columns that it uses are
 * no longer ignored. Prices whose answer is null, or without a column, are left out.
 */
export function answerQuestions(profile: Written, answers: readonly Written[]): Written {
  if (answers.length === 0) return profile;
  const { price, ...merged } = answers.reduce(merge, profile);
  const isPriced =
    isObject(price) &&
    !answers.some((answer) => answer.price === null) &&
    Object.keys(price).some((name) => !['currency', 'signs', 'rates', 'per'].includes(name));
  const answered = isPriced ? { ...merged, price } : merged;
  if (!Array.isArray(answered.ignore)) return answered;
  const used = columnsOf({ fields: {}, ...expandProfile(answered) } as Profile);
  const ignore = answered.ignore.filter((column) => !used.includes(column));
  const { ignore: _ignore, ...rest } = answered;
  return ignore.length > 0 ? { ...rest, ignore } : rest;
}

function merge(into: Written, from: Written): Written {
  const changed = Object.entries(from).map(([name, value]) => {
    const old = into[name];
    return [name, isObject(value) && isObject(old) && !isSource(value) ? merge(old, value) : value] as const;
  });
  return { ...into, ...Object.fromEntries(changed) };
}

/** A source replaces a source as a whole. */
const isSource = (value: Written) => 'column' in value || 'columns' in value || 'value' in value;
