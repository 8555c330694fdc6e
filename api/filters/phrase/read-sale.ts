import { saleTowns } from '../../../mappings/vocabulary/currencies.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import type { Part } from './part.ts';

const names = saleTowns
  .flatMap(({ spellings }) => spellings)
  .join('|')
  .replaceAll('.', '\\.');
/** Only behind such a word: "Cartier Paris" signs a jewel. */
const town = new RegExp(`(?<![\\p{L}\\p{N}])(?:in|at|à|zu)\\s+(${names})(?![\\p{L}\\p{N}])`, 'iu');

/** The town of a sale that a text names: "sold in Geneva". */
export function readTown(text: string): Part | undefined {
  const found = town.exec(text);
  if (!found) return undefined;
  const written = found[1]!.toLowerCase();
  const { name } = saleTowns.find(({ spellings }) => spellings.some((one) => one.toLowerCase() === written))!;
  return partOf('location', found, name);
}

const lot =
  /(?<![\p{L}\p{N}])lot(?:\s+(?:no\.?|nr\.?|number))?\s*#?\s*(\d{1,5}[a-z]?)(?![\p{L}\p{N}]|[.,]\d|\s*(?:stones?|gems?|pieces?|pcs)\b)/iu;

/** The number of a lot that a text names: "lot 502". */
export function readLotNumber(text: string): Part | undefined {
  const found = lot.exec(text);
  return found ? partOf('lot_number', found, found[1]!, `Lot ${found[1]}`) : undefined;
}

function partOf(
  kind: 'location' | 'lot_number',
  { index, 0: written }: RegExpExecArray,
  value: string,
  label = value,
): Part {
  return { kind, start: index, end: index + written.length, filter: { [kind]: quoteValue(value) }, label };
}
