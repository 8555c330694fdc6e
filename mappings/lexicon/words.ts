/** The words of a list, as a set. */
export const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Folded words of English, French, Italian and German by what they do in a text. A word may do several things. */
const kinds = {
  and: wordsOf('and et e und'),
  or: wordsOf('or oder ou o'),
  with: wordsOf('with avec con mit'),
  of: wordsOf('of de di des aus von'),
  article: wordsOf('the le la les il lo der die das'),
  /** The words for one; "dune" is "d'une". */
  one: wordsOf('a an un une uno una dun dune ein eine einem einen einer eines'),
  color: wordsOf(`green red blue pink grey gray purple violet yellow orange white black brown coloured colored
    colour color hued tone toned tint tinted grun rot blau rosa grau weiss`),
  /** Behind a gem's name these make it a cut or, in titles alone, a pattern. */
  cut: wordsOf('cut cuts schliff geschliffen shape shaped'),
  pattern: wordsOf(`pattern patterned quilted stitching stitched stitch
    motif motifs stained point weave lattice form trellis tester branch branches`),
  /** Before it these do: "taille émeraude". */
  cutBefore: wordsOf('taille tailles taglio tagli talla coupe schliff forme forma'),
  metal: wordsOf('gold or oro platinum platine platino silver argent argento'),
  carats: wordsOf('ct cts carat carats carati carato karat ctw tcw crt crts'),
  /** What describes a stone between its name and its color, weight or place. */
  describing:
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
    environ about star mezzo semi pans coupes fantaisie fantasia harlequin`),
  /** Behind these stones are only accents of another. */
  accent: wordsOf(`surrounded flanked accented bordered framed encircled highlighted flanking shoulders
    shouldered surround haloed halo entoure entouree entoures entourees entourage epaule epaulee epaules epaulees rehausse
    rehaussee souligne ponctue agremente contornato contornata contornati contornate circondato circondata contorno affiancato
    umgeben flankiert umrahmt eingefasst gerahmt seitlich`),
  /** Behind these a weight is no longer that of the gem named last. */
  jewel:
    wordsOf(`ring rings brooch brooches pendant pendants necklace bracelet earrings clips studs tiara sautoir
    bague broche pendentif collier anello spilla collana pendente orecchini bracciale brosche anhanger kette armband ohrringe
    clip jewel bangle cuff earclips riviere choker`),
  /** Without a meaning of their own in a phrase; in "natural ruby", "natural" is not a treatment. */
  filler:
    wordsOf(`at by carat carats certificate certified ct cts fine for from gem gemstone gemstones genuine in jewel jewels jewelry
    jewellery lots my natural no our report sale sales stone stones this weighing weighs weight d du del della dello dell fur l una
    el en los las y zu`),
};

type WordKind = keyof typeof kinds;

/** Whether a folded word is of one of these kinds. */
export const is = (word: string, ...of: WordKind[]): boolean => of.some((kind) => kinds[kind].has(word));

/** All words of some kinds. */
export const allWords = (...of: WordKind[]): string[] => of.flatMap((kind) => [...kinds[kind]]);

/** Whether a folded word only describes the stone, or is a number, with a unit or not. */
export const describesStone = (word: string): boolean =>
  is(word, 'describing') || /^\d+(?:c(?:t|ts|tw|rt)|mm)?$/.test(word);
