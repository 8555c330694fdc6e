import { fold } from '../../../mappings/vocabulary/fold.ts';

/**
 * The treatment that a title names, in the words that records use; undefined where it names none. What is denied is
 * tried first: "no indications of heating" speaks of heating too.
 */
export function findTreatment(title: string, main: string): string | undefined {
  const folded = fold(title);
  if (!mayName.test(folded)) return undefined;
  const found = patterns.find(([pattern]) => pattern.test(folded))?.[1];
  if (found !== undefined) return found;
  // Graders write "minor" alone of an emerald: the amount of oil.
  if (!main.endsWith('Emerald')) return undefined;
  if (/\b(?:minor|insignificant)\b/.test(folded)) return 'Minor oil';
  return /\boil\b/.test(folded) ? 'Oiled' : undefined;
}

/** Cheap: most titles name none. */
const mayName =
  /heat|treat|oil|clarity|enhanc|chauff|thermi|trait|huil|impregn|risc|scald|tratt|olio|erhit|hitz|behand|geol|\bol|resin|polymer|filled|diffus|beryllium|irradi|bestrahl|hpht|dyed|teint|gefarbt|fracture|minor|insignificant|stabili|gebrannt|olung|opticon|berill|rempli|riempi|gefullt|fullung|exempt|termic/;

const no =
  '(?:no|not|non|pas d e?|pas de|pas|without|sans|aucune?|nessun[ao]?|senza|kein(?:e|er|en|erlei)?|ohne|nicht|zero|priv[oaie]|esent[ei]|depourvue?s?|exempte?s?|absences?|assenza|frei)';
/** "evidence of", "indication de", "Anzeichen von" between the denial and what is denied. */
const sign =
  '(?: (?:gemm?ological|visible|any|apparent))*(?: ?(?:evidences?|indications?|signs?|traces?|indices?|indicazion[ei]|tracce|traccia|anzeichen|hinweise?|spuren|dindications?|dindices?|detrace))?(?: (?:of|de|di|von|auf|einer|eines|dune?|any|for))*(?: ?d)?';
const heating =
  '(?:heat(?:ing|ed)?(?: treatment| treated| enhancement)?|thermal (?:enhancement|treatment)|(?:traitement|modification)s? thermiques?|chauffages?|chauffe|trattament[oi] termic[oi]|riscaldament[oi]|(?:ri)?scaldat[oaie]|erhitzung|(?:hitze|warme)behandlung|thermische(?:n|r)? behandlung|erhitzt)';

const amounts: [string, string][] = [
  ['(?:minor|insignificant|faint|slight|trace|minimal|tiny|very minor)', 'Minor oil'],
  ['moderate', 'Moderate oil'],
  ['(?:significant|prominent|major|strong)', 'Significant oil'],
];
const romance: [string, string][] = [
  [
    '(?:mineures?|insignifiantes?|faibles?|minor[ei]|insignificant[ei]|liev[ei]|minima|minime|legeres?|leger|petite|piccola|legerement|leggermente|faiblement)',
    'Minor oil',
  ],
  ['(?:moderees?|moderat[oaie]|moderement|moderatamente)', 'Moderate oil'],
  ['(?:significative|importante|significativa|forte)', 'Significant oil'],
];
const german: [string, string][] = [
  ['(?:geringfugig|gering|wenig|leicht|minimal|unwesentlich|schwach)', 'Minor oil'],
  ['(?:massig|moderat|mittel)', 'Moderate oil'],
  ['(?:stark|deutlich|erheblich)', 'Significant oil'],
];
const oil = '(?:oil(?:ing|ed)?|clarity (?:enhancement|modification)|resin|residue)';

const all = (pattern: string) => new RegExp(`\\b(?:${pattern})\\b`);

const patterns: [RegExp, string][] = [
  [
    all(
      'un ?heated|unheatded|non heated|no heat|unerhitzte?[rmns]?|non (?:chauffee?s?|(?:ri)?scaldat[oaie])|thermisch (?:nicht |un)behandelte?[rmns]?|nicht (?:thermisch|hitze|warme) ?behandelte?[rmns]?|non traitee?s? (?:thermiquement|par chauffage)|non trattat[oaie] termicamente|not thermally (?:treated|enhanced)',
    ),
    'No heat',
  ],
  [all(`${no}${sign} ?${heating}`), 'No heat'],
  [
    all(
      `${no}${sign} ?(?:clarity (?:enhancement|modification)|oil(?:ing)?|huile|olio|ol|olung|olbehandlung|(?:impregnation|colmatage)(?: d ?huile| dhuile| a lhuile)?|impregnazion[ei](?: di olio)?)|unoiled|non (?:huilee?s?|oliat[oaie])|(?:ungeolt|nicht geolt)e?[rmns]?`,
    ),
    'No oil',
  ],
  ...amounts.map(([amount, name]): [RegExp, string] => [
    all(
      `${amount}(?: (?:amounts?|traces?|degree|quantity))?(?: of)? ${oil}|(?:oil(?:ing)?|clarity (?:enhancement|modification)) ${amount}`,
    ),
    name,
  ]),
  ...romance.map(([amount, name]): [RegExp, string] => [
    all(
      `(?:d?huile|d?olio|impregnation(?: d ?huile)?) (?:en quantite |in quantita )?${amount}|${amount} (?:quantite|quantita|presence|presenza|traces?|tracci?[ae]|quantites|impregnation|quantitativo)(?: (?:de|di|d))?(?: ?huile|dhuile| ?olio| ?dolio)|impregnation ${amount}(?: d ?huile| dhuile)?|${amount} (?:huile|olio|huilee?s?|oliat[oaie])`,
    ),
    name,
  ]),
  ...german.map(([amount, name]): [RegExp, string] => [
    all(
      `${amount}e?[rmns]? (?:geolte?[rmns]?|olung|olspuren|olbehandlung|olmenge|olruckstande|mengen? ol|spuren von ol|ol)`,
    ),
    name,
  ]),
  [
    all(
      '(?:lead )?glass fill(?:ed|ing)|(?:blei)?glasgefullte?[rmns]?|(?:blei)?glasfullung|remplie?s? (?:au|de) verre|remplissage au verre|riempit[oaie] (?:con|di) vetro',
    ),
    'Glass filled',
  ],
  [all('traces? (?:of oil|d ?huile)|tracc(?:e|ia) (?:di |d)?olio|olspuren|spuren von ol'), 'Minor oil'],
  [all('fracture fill(?:ed|ing)'), 'Fracture filled'],
  [
    all(
      '(?:beryllium|be) (?:treated|treatment|diffus(?:ed|ion)|heated)|(?:surface |lattice )?diffus(?:ed|ion)(?: treated)?|diffus[oaie] al berillio|(?:traitee?s?|trattat[oaie]|diffusion) (?:au beryllium|al berillio)|beryllium ?(?:behandelt|diffundiert)e?[rmns]?',
    ),
    'Diffused',
  ],
  [all('clarity (?:enhanced|enhancement|modified)'), 'Clarity enhanced'],
  [all('hpht(?: (?:treated|processed|annealed|enhanced|color|colour))'), 'HPHT'],
  [all('(?:resin|polymer) (?:filled|treated)|opticon'), 'Resin'],
  [all('(?:polymer )?impregnated|stabilized|stabilised'), 'Impregnated'],
  [all('irradiated|irradiation|irradiee?s?|bestrahlte?[rmns]?|irraggiat[oaie]'), 'Irradiated'],
  [all('dyed|teinte?s?e?s?|gefarbte?[rmns]?|tint[oaie]'), 'Dyed'],
  [
    all(
      `untreated|unbehandelte?[rmns]?|unenhanced|non (?:traitee?s?|trattat[oaie])|${no}${sign} ?(?:treatments?|enhancements?|treated|enhanced|traitements?|trattament[oi]|behandlung(?:en)?|behandelt)|(?:treatments?|traitement|trattamento|behandlung|enhancements?) (?:none|no|aucun|nessuno|keine)`,
    ),
    'Untreated',
  ],
  [
    all(
      'heated(?: only)?|heat treat(?:ed|ment)|(?:simple|gentle|low|with) heat|thermally (?:enhanced|treated)|(?:indications?|evidence|signs?|traces?) of (?:heat(?:ing)?|thermal)|chauffee?s?|(?:ri)?scaldat[oaie]|(?:hitze ?behandelt|warme ?behandelt|erhitzt|gebrannt)e?[rmns]?|traitement thermique|trattamento termico|thermisch behandelte?[rmns]?|traitee?s? (?:thermiquement|par chauffage)|trattat[oaie] termicamente|(?:hitze|warme)behandlung|riscaldamento|chauffage|heat',
    ),
    'Heated',
  ],
  [all('(?:oiled|oil treated|huilee?s?|geolte?[rmns]?|oliat[oaie])'), 'Oiled'],
];
