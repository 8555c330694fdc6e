/** The words of a list, as a set. */
export const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words that describe a stone between its name and its color, weight or place; English, French, Italian and German. */
const describing =
  wordsOf(`oval ovale ovaler ovalen ovali ovalem round rond ronde rund runder rotondo circular cushion coussin kissen
  cuscino pear poire birne goccia drop drops marquise navette heart coeur cuore herz square carre carree quadrato
  octagonal octogonal ottagonale achteckiger rectangular rectangulaire rettangolare step radiant princess asscher baguette
  baguettes trilliant trillion triangular trapeze tapered briolette cabochon cabochons sugarloaf pain sucre brilliant
  brillant taille tailles taglio schliff cut cutting shape shaped form facetted faceted facette facettee old mine european
  mixed modified single rose carved sculpte sculptee inciso geschnittener polished rough crystal bead beads melee loose
  unmounted emerald natural naturel naturelle naturale naturlicher echter genuine certified certificato certifie fine
  important exceptional magnificent rare large unusual impressive superb royal cornflower pigeon pigeons blood velvety
  vivid intense deep dark light pale faint fancy strong medium bright hot neon rich rich clean vs vvs si if flawless
  internally very extra top gem quality aaa aa grade type ia iia iib colour color couleur colore clarity certifie center centre
  central centrale principale unheated untreated heated non no heat oil minor treated chauffe chauffee chauffes chauffees graduated calibre french
  buff top sugar loaf long rectangle a ai matching matched pair paire coppia calibrated item approximately approx approximate ca circa
  environ about star mezzo semi pans coupes fantaisie fantasia harlequin`);

/** Whether a folded word only describes the stone, or is a number, with a unit or not. */
export function describesStone(word: string): boolean {
  return describing.has(word) || /^\d+(?:c(?:t|ts|tw|rt)|mm)?$/.test(word);
}

/** Words behind which stones are only accents of another. */
export const accentWords =
  wordsOf(`surrounded flanked accented bordered framed encircled highlighted flanking shoulders
  shouldered surround haloed halo entoure entouree entoures entourees entourage epaule epaulee epaules epaulees rehausse
  rehaussee souligne ponctue agremente contornato contornata contornati contornate circondato circondata contorno affiancato
  umgeben flankiert umrahmt eingefasst gerahmt seitlich`);

/** Names of jewels, behind which a weight is no longer that of the gem named last. */
export const jewelWords =
  wordsOf(`ring rings brooch brooches pendant pendants necklace bracelet earrings clips studs tiara sautoir
  bague broche pendentif collier anello spilla collana pendente orecchini bracciale brosche anhanger kette armband ohrringe
  clip jewel bangle cuff earclips riviere choker`);

/** The most words of a name that begins with a word, by that word. */
export function mostWordsFrom(names: Iterable<string>): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const name of names) {
    const words = name.split(' ');
    most.set(words[0]!, Math.max(words.length, most.get(words[0]!) ?? 1));
  }
  return most;
}
