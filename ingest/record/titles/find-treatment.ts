import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { familyOf, isSyntheticType } from './find-gems.ts';

/**
 * Finds the treatment in a title, in the words of records. Denials are tried first, because "no indications of heating"
 * mentions heating too. Treatments in fields of their own are read by the vocabulary (mappings/vocabulary/treatments.ts).
 */
export function findTreatment(title: string, main: string): string | undefined {
  const titleWords = fold(title).replace(elided, '').replace(umlauts, '$1ol').replace(lesserAmount, '');
  return byWords(titleWords, main) ?? byCode(title, main);
}

function byWords(titleWords: string, main: string): string | undefined {
  if (isJade(main)) {
    const type = jadeTypes.find(([pattern]) => pattern.test(titleWords))?.[1];
    if (type !== undefined) return type;
  }
  const isEmerald = main.endsWith('Emerald');
  const denied = denials.find(([pattern]) => pattern.test(titleWords))?.[1];
  if (denied !== undefined) return denied;
  // "Heated, no residues", "not dyed" name no treatment of that kind.
  const named = titleWords.replace(deniedOthers, ' ');
  const oil = amounts.find(([pattern]) => pattern.test(named))?.[1];
  if (oil !== undefined && (isEmerald || !isHeated.test(named))) return oil;
  const found = treatments.find(([pattern]) => pattern.test(named))?.[1];
  // Diamonds are grown by HPHT too.
  if (found === 'HPHT' && isSyntheticType(main)) return undefined;
  if (found !== undefined || !isEmerald) return found;
  // Graders write "minor" alone of an emerald: the amount of oil.
  return amountsOfEmerald.find(([pattern]) => pattern.test(named))?.[1];
}

/** The codes of laboratories: "H", "H(a)" and "H(Be)" of corundum, "F1" to "F3" of emeralds, "NH" of shops. */
function byCode(title: string, main: string): string | undefined {
  // "'A Jade'", "A-Jade", "(A)"; an article has neither quotes nor a hyphen.
  if (isJade(main)) return /["'‘“(]A(?:["'’”)]|[ -]jade)|\bA-jade/i.test(title) ? 'Untreated' : undefined;
  if (main.endsWith('Emerald')) {
    const grade = /\bF([123])\b/i.exec(title)?.[1];
    return grade && ['Minor oil', 'Moderate oil', 'Significant oil'][Number(grade) - 1];
  }
  if (familyOf(main) !== 'Corundum') return undefined;
  if (/\bH ?\(be\)/i.test(title)) return 'Diffused';
  if (/\bH ?\([abcd]\)|\(H\)/i.test(title)) return 'Heated';
  return /\bN\/?H\b/i.test(title) ? 'No heat' : undefined;
}

const isJade = (main: string) => /^(?:Jade|Jadeite|Nephrite)$/.test(main);

/** "d'huile" is "huile", "l'olio" "olio". */
const elided = /\b(?:d|l|dell|un|qu)(?=huil|indi|impregn|oli[oa]|oleat|ameliorat|eviden|anzei)/g;
/** "Oel", "geoelt". */
const umlauts = /\b((?:un)?(?:ge)?)oel/g;

/** One of some words, as a group. */
const oneOf = (words: string) =>
  `(?:${words
    .trim()
    .split(/\s*;\s*/)
    .join('|')})`;
/** The endings of a German adjective. */
const e = '(?:e[rmns]?)?';

const no =
  oneOf(`no; not; never; non; pas; without; sans; aucune?s?; nessun[ao]?; senza; kein(?:e|er|en|erlei)?; ohne; nicht; zero;
  nil; prive?e?s?; priv[oaie]; esent[ei]; depourvue?s?; exempte?s?; absences?; assenza; frei; free; vierges?; indenn[ei]`);
/** What may stand between a denial and what is denied: "evidence of", "toute trace de", "Anzeichen einer". */
const filler =
  oneOf(`of; from; to; any; all; the; a; an; for; been; being; ever; form; kind; type; sort; artificial; known; visible; apparent;
  detectable; discernible; observable; gemm?ological; evidences?; indications?; indicators?; signs?; traces?; proof; presence;
  de; d; l; du; des; tout; toute; tous; aucune?; subi; ete; ayant; indices?; preuves?; signes?; mise; en; est; par;
  di; da; dei; del; alcun[aoi]?; indici; indizi; indicazion[ei]; evidenz[ae]; tracce; traccia; segn[oi]; mai; stat[oa]; sottopost[oa]; presenza; qualsiasi;
  von; auf; fur; einer; eines; eine; jegliche[rnms]?; irgendeine[rnms]?; kunstliche[rnms]?; nachweisbare[rnms]?; erkennbare[rnms]?; sichtbare[rnms]?;
  anzeichen; hinweise?n?; spuren; merkmale?n?; nachweise?`);
const denial = `${no} (?:${filler} ){0,6}`;
const isNone = `(?: (?:treatment|enhancement))?(?: status)? ${oneOf(`none; nil; aucune?; nessun[oa]; keine?; not (?:detected|present|observed|found|indicated); non (?:constatee?|detectee?|observee?|rilevat[oa]|riscontrat[oa]|presente);
  nicht (?:nachweisbar|erkennbar|feststellbar|festgestellt|nachgewiesen)`)}`;

const heating =
  oneOf(`heat(?:ing|ed)?(?: ?treat(?:ment|ed)| enhance(?:ment|d)| modification)?; thermal(?:ly)? (?:enhance(?:ment|d)|treat(?:ment|ed)|modifi(?:cation|ed)|process(?:ing)?);
  (?:traitement|modification|amelioration)s? (?:thermiques?|par (?:la )?(?:chauffage|chauffe|chaleur)); chauff(?:ages?|ee?s?|es); traitee?s? (?:thermiquement|par chauffage|a la chaleur);
  modifiee?s? thermiquement; thermiquement (?:traitee?s?|modifiee?s?);
  trattament[oi] (?:termic[oi]|a caldo|di riscaldamento); modific(?:a|he) termic(?:a|he); alterazion[ei] termic(?:a|he); riscald(?:ament[oi]|o|at[oaie]); scaldat[oaie]; trattat[oaie] (?:termicamente|a caldo|con calore);
  erhitzung(?:sspuren|smerkmale)?; erhitzt${e}; erwarm(?:ung|t${e}); (?:hitze|warme) ?(?:behandlung|behandelt${e}|einwirkung); thermische?[rnms]? (?:behandlung|behandelt${e}|beeinflussung|modifikation|veranderung); gebrannt${e}`);
const oil =
  oneOf(`(?:cedar(?:wood)? )?oil(?:ing|ed)?; oil treat(?:ment|ed); clarity (?:enhancement|modification|treatment|improvement)s?(?: in fissures)?; clarity enhanced; fillers?; ce(?: o)?;
  huile; huilages?; huilee?s?; impregnations?(?: (?:de |d |a l |a |par )?(?:huile|resine))?; amelioration de (?:la )?(?:purete|clarte);
  olio; oleatur[ae]; ol[ei]at[oaie]; impregnazion[ei](?: (?:di |d |con |in )?olio)?; ol; olung; olbehandlung; olspuren; olmenge; olruckstande?n?; olfullung; geolt${e}; impragnierung; impragniert${e}`);
const quantity =
  oneOf(`amounts?; traces?; degree; quantity; quantities; indications?; level; evidence; quantites?; presence; quantita; entita; grado; livello; quantitativ[oi]; presenza;
  tracc(?:e|ia); menge; mengen; spuren; grad; anzeichen; hinweise?`);
const of = oneOf('of; de; d; di; von; an; l; en; in; a; mit');

const amountWords: [string, string][] = [
  [
    oneOf(`minor; insignificant; faint; slight(?:ly)?; trace; traces; minimal(?:ly)?${e}; tiny; light(?:ly)?; low; small; negligible; mild; minute;
      mineure?s?; insignifiante?s?; faibles?; faiblement; minimes?; minim[aoi]; leger(?:e|s|es)?; legerement; petites?; peu; infimes?;
      minor[ei]; insignificant[ei]; liev[ei](?:mente)?; legger[aoei]; leggermente; piccol[aoei]; modest[aoei]; scars[aoei]; trascurabil[ei]; debol[ei]; poc[oa];
      gering(?:fugig)?${e}; wenig${e}; leicht${e}; unwesentlich${e}; unbedeutend${e}; schwach${e}; klein${e}; kaum`),
    'Minor oil',
  ],
  [
    oneOf(
      `moderate(?:ly)?; medium; modere?e?s?; moderement; moyenne?s?; moyennement; moderat[oaie]; moderatamente; medi[oa]; moderat${e}; massig${e}; mittel; mittlere[rnms]?`,
    ),
    'Moderate oil',
  ],
  [
    oneOf(`significant(?:ly)?; prominent; major; strong(?:ly)?; heavy; heavily; considerable; high; significative?s?; importante?s?; fort(?:e|es|ement)?; significativ[oaie]; notevol[ei];
      stark${e}; deutlich${e}; erheblich${e}; wesentlich${e}; bedeutend${e}`),
    'Significant oil',
  ],
];
const anyAmount = amountWords.map(([words]) => words).join('|');
/** "None to minor", "minor to moderate": the greater one counts. */
const lesserAmount = new RegExp(
  `\\b(?:none|no|${anyAmount}) (?:to|bis|a|or|and|ou|o|oder) (?=(?:${anyAmount})\\b)`,
  'g',
);

const all = (pattern: string) => new RegExp(`\\b(?:${pattern})\\b`);

const denials: [RegExp, string][] = [
  [
    all(
      `un ?heate?d|unheatd|unheatded|no heat|non heat(?:ed)?|heat free|unerhitzt${e}|ungebrannt${e}|thermisch (?:un|nicht )behandelt${e}|nicht (?:thermisch|hitze|warme) ?behandelt${e}|non traitee?s? (?:thermiquement|par chauffage)|${denial}${heating}|${heating}${isNone}`,
    ),
    'No heat',
  ],
  [
    all(
      `unoiled|oil free|(?:ungeolt|olfrei)${e}|${denial}${oil}|(?:oil|huile|olio|clarity enhancement|olung)${isNone}`,
    ),
    'No oil',
  ],
];

const deniedOthers = new RegExp(
  `\\b${denial}(?:residues?|residus?|residui|ruckstande|resins?|resines?|resina|polymers?|harz|dyed?|teinte?e?|bleach(?:ed|ing)?|irradiat(?:ed|ion)|irradiee?s?|diffus(?:ed|ion)|beryllium|hpht|glass|fractures?|fissure filling|colou?r)\\b`,
  'g',
);
const isHeated = all(heating);

const amounts: [RegExp, string][] = amountWords.map(([amount, name]) => [
  all(
    `${amount}(?: ${quantity})?(?: ${of})*(?: the)? ${oil}|${oil}(?: ${of})*(?: ${quantity})? ${amount}|${quantity} ${amount}(?: ${of})* ${oil}`,
  ),
  name,
]);
const tracesOfOil = all(
  'traces? (?:of|d|de) (?:oil|huile)|tracc(?:e|ia) (?:di |d )?olio|olspuren|spuren von ol|oil traces?',
);
amounts.push([tracesOfOil, 'Minor oil']);

const treatments: [RegExp, string][] = [
  [
    all(
      `(?:lead )?glass ?fill(?:ed|ing)|(?:lead )?glass composite|composite ruby|(?:blei)?glasgefullt${e}|(?:blei)?glasfullung(?:en)?|mit (?:blei)?glas gefullt${e}|remplie?s? (?:au|de|avec du) verre|(?:remplissage|traitee?s?) (?:au|de) verre(?: au plomb)?|riempit[oaie] (?:con|di) vetro(?: al piombo)?|riempimento (?:con|di|in) vetro`,
    ),
    'Glass filled',
  ],
  [all('hpht'), 'HPHT'],
  [
    all('(?:fracture|fissure)s? fill(?:ed|ing)|fessures remplies|fratture riempite|rissgefullt(?:e[rmns]?)?'),
    'Fracture filled',
  ],
  [
    all(
      `(?:beryllium|be|titanium|ti) (?:treated|treatment|diffus(?:ed|ion)|heated)|(?:surface |lattice |bulk )?diffus(?:ed|ion)(?: treat(?:ed|ment))?|diffus[oaie] al berillio|diffusione|diffusee?s?|(?:traitee?s?|trattat[oaie]|diffusion|trattamento) (?:au beryllium|al berillio|par diffusion|per diffusione)|(?:beryllium|diffusions) ?(?:behandelt|diffundiert|behandlung)${e}|diffundiert${e}`,
    ),
    'Diffused',
  ],
  [all('clarity (?:enhanced|enhancement|modified|modification|treated)'), 'Clarity enhanced'],
  [
    all('(?:resin|polymer) (?:filled|treated|filling)|opticon|resine|resina|harzgefullt(?:e[rmns]?)?'),
    'Resin',
  ],
  [
    all('(?:polymer )?impregnated|stabili[sz]ed|stabilisee?s?|stabilizzat[oaie]|stabilisiert(?:e[rmns]?)?'),
    'Impregnated',
  ],
  [
    all(
      `irradiated|irradiation|irradiee?s?|bestrahlt${e}|bestrahlung|irraggiat[oaie]|irradiat[oaie]|irraggiamento`,
    ),
    'Irradiated',
  ],
  [all(`dyed|teinte?s?e?s?|gefarbt${e}|(?<!rio )tint[oaie]|colorata artificialmente`), 'Dyed'],
  [
    all(
      `untreated|non treated|unbehandelt${e}|naturbelassen${e}|unenhanced|unmodified|${denial}(?:(?:colou?r|other|farb) )?(?:treatments?|enhancements?|treated|enhanced|modifications?|modified|traitements?|traitee?s?|trattament[oi]|trattat[oaie]|behandlung(?:en|sspuren)?|behandelt${e}|alteration)|(?:treatments?|traitements?|trattament[oi]|behandlung(?:en)?|enhancements?)${isNone}`,
    ),
    'Untreated',
  ],
  [
    all(
      `(?:${heating})(?! (?:bidding|debate|battle|bid|competition|contest|auction|duel|exchange))|(?:simple|gentle|low|with|enhancement) heat|(?:indications?|evidence|signs?|traces?) of (?:heat(?:ing)?|thermal)`,
    ),
    'Heated',
  ],
  [all(`oiled|oil treated|huilee?s?|geolt${e}|ol[ei]at[oaie]|huilage|olung|olbehandlung|oleatura`), 'Oiled'],
];

const amountsOfEmerald: [RegExp, string][] = [
  [all('minor|insignificant|mineure?s?|insignifiante?s?|faint enhancement'), 'Minor oil'],
  [all('moderate|moderee?s?'), 'Moderate oil'],
  [all('(?:significant|prominent) enhancement'), 'Significant oil'],
  [
    all(
      'oil(?! (?:on|lamp|paint\\w*|heir\\w*|tycoon|magnate|baron|fortune|money|man|compan\\w+|industry|family))|huile|olio|ol',
    ),
    'Oiled',
  ],
];

/** Jadeite is sold by letters: A is only waxed, B filled with polymer, C dyed. */
const jadeTypes: [RegExp, string][] = [
  [all('(?:type|typ|tipo|grade) b(?: c)?|b jade(?:ite)?'), 'Impregnated'],
  [all('(?:type|typ|tipo) c'), 'Dyed'],
  [
    all(
      `(?:type|typ|tipo|grade|categoria|qualite) a|${denial}(?:resins?|resines?|resina|polymers?|impregnation)`,
    ),
    'Untreated',
  ],
];
