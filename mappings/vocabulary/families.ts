import { type GemFamily, gemFamilies, gemTypes } from './gem-types.ts';
import { fold } from './vocabulary.ts';

/** A family of gem types that people search for by its name. */
interface Family {
  name: GemFamily;
  /** The canonical names of its gem types. */
  members: readonly string[];
}

/** Families whose names nobody searches for. */
const unasked: readonly GemFamily[] = ['Organic', 'Other'];

/** The families by every folded name: "garnet", "garnets", "grenat" and "corundum". */
export const familiesByName: ReadonlyMap<string, Family> = new Map(
  gemFamilies
    .filter((name) => !unasked.includes(name))
    .flatMap((name) => {
      const members = gemTypes.terms.filter(({ family }) => family === name).map((term) => term.name);
      const plain = gemTypes.terms.find((term) => term.name === name);
      const spellings = [name, `${name}s`, ...(plain?.synonyms ?? []), ...(plain?.variants ?? [])];
      return spellings.map((spelling) => [fold(spelling), { name, members }] as const);
    }),
);
