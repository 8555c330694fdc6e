import { type GemFamily, gemFamilies, gemTypes } from './gem-types.ts';
import { fold } from './vocabulary.ts';

/** Gem types that people search for by one name, its head. */
interface Family {
  name: string;
  /** The canonical names of its gem types. */
  members: readonly string[];
}

/** Families whose names nobody searches for. */
const unasked: readonly GemFamily[] = ['Organic', 'Other'];

const membersOf = (family: GemFamily) => gemTypes.terms.filter((term) => term.family === family);

/** Gem types whose varieties are named after them, such as Sapphire, with Pink Sapphire. */
const namedAfter = gemTypes.terms.flatMap(({ name, family }): Family[] => {
  const varieties = membersOf(family).filter((term) => term.name.endsWith(` ${name}`));
  return varieties.length > 0 ? [{ name, members: [name, ...varieties.map((term) => term.name)] }] : [];
});

const wholeFamilies = gemFamilies
  .filter((name) => !unasked.includes(name))
  .map((name): Family => ({ name, members: membersOf(name).map((term) => term.name) }));

/** The families by every folded name of their heads: "garnet", "garnets", "grenat", "corundum" and "sapphire". */
export const familiesByName: ReadonlyMap<string, Family> = new Map(
  [...namedAfter, ...wholeFamilies].flatMap((family) => {
    const { name } = family;
    const head = gemTypes.terms.find((term) => term.name === name);
    const spellings = [name, `${name}s`, ...(head?.synonyms ?? []), ...(head?.variants ?? [])];
    return spellings.map((spelling) => [fold(spelling), family] as const);
  }),
);
