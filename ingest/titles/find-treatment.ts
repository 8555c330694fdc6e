import { fold } from '../../mappings/vocabulary/fold.ts';

/** What a title says of treatment, in the words that records use; the first that fits. */
const treatments: [RegExp, string][] = [
  [
    /\b(unheated|no heat|not heated|non chauffee?s?|sans (traitement thermique|chauffage|chauffe)|non riscaldat[oaie]|unerhitzte?[rmns]?|nicht erhitzt|no (indications?|evidence) of heat(ing)?)\b/,
    'No heat',
  ],
  [/\b(no oil|sans huile|senza olio|no clarity enhancement)\b/, 'No oil'],
  [/\b(minor|insignificant|faint) (amount of )?oil\b|\bhuile mineure\b/, 'Minor oil'],
  [/\b(untreated|unbehandelte?[rmns]?|non traitee?s?|non trattat[oaie])\b/, 'Untreated'],
  [/\b(heated|chauffee?s?|riscaldat[oaie]|erhitzte?[rmns]?)\b/, 'Heated'],
];

/** The treatment that a title names, or undefined. */
export function findTreatment(title: string): string | undefined {
  const folded = fold(title);
  return treatments.find(([pattern]) => pattern.test(folded))?.[1];
}
