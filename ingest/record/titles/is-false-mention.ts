import { gemNamed } from '../../../mappings/lexicon/names.ts';
import { joined, type Mention, nextWord, type Tokens, wordAt } from '../../../mappings/lexicon/tokens.ts';
import { describesStone, is, wordsOf } from '../../../mappings/lexicon/words.ts';

const colorsBefore =
  wordsOf(`rouge vert verte bleu bleue gris grise violet violette jaune rosso rossa verde blu azzurro
  grigio grigia giallo bleus verts rouges`);
/** Behind a gem's name these say what really has that color, or imitates it. */
const materials =
  wordsOf(`glass glas crystal crystals glace velvet silk satin leather crocodile alligator lizard ostrich
  python suede lambskin calfskin goatskin mink fur sable fox lacquer lacquered porcelain pottery paste doublet doublets
  ground lustre luster glaze glazed flash flashed overlay carpet damask wool cashmere enamel enamelled jubilee harbor
  harbour isle anniversary ware wares dip simulant imitation scagliola faience stoneware earthenware tile tiles slippers
  poster foil foiled opaline fabric satin tulle taffeta chiffon triplet triplets jam city lips river hill reef
  cylinder cylinders dial dials sutra trail painting kit jeweled jewelled movement shoes bakelite celluloid lucite plastic acrylic galalith fausses false falsa falso finte finti simili cubici cubico cubica`);
const materialsBefore =
  wordsOf(`verre verres vetro glace cristal crystal glas glass faience email emaux laque soie cuir velours crocodile
  alligator veau chevre togo satin colore couleur glasierte lackierte
  paste strass bakelite bakelit bachelite celluloid celluloide lucite plastic plastique plastica kunststoff acrylic galalith galalithe`);
const imitations =
  wordsOf(`imitation imitations imitierten imitierter imitierte simulated faux fausse fausses artificial cubic falso
  falsa false finto finta costume simile swarovski majorica mallorca`);
/** What beads are made of: "perles de bois" are no pearls. */
const beadMaterials =
  wordsOf(`bois ceramique verre email or argent corail ambre turquoise metal cristal agate onyx jade jais lapis vetro legno
  corallo ambra ceramica rocaille oro argento turchese ametista giada holz glas keramik wood glass gold`);

const timepieces =
  wordsOf(`watch watches wristwatch wristwatches clock clocks chronograph montre montres orologio orologi
  uhr armbanduhr taschenuhr movement timepiece pendulette reloj
  chronometer electronic electronique`);
const skins =
  wordsOf(`crocodile alligator lizard ostrich python togo epsom swift clemence lambskin leather porosus
  niloticus veau doblis evercalf evergrain evercolor chevre calf evercalf tadelakt`);
const bags = wordsOf('birkin kelly constance lindy evelyne bolide');
const jewels = wordsOf('brooch bracelet ring necklace pendant cuff earrings cufflinks');

/** With these a crystal is a stone as it was found, not glass: that has no weight in carats. */
const roughWords = wordsOf('rough raw matrix specimen carat carats ct cts');

/** Behind a color these are what has it: "emerald green leather". */
const coloredThings = wordsOf('crystal crystals enamel rhinestone rhinestones leather silk');
const glasses = wordsOf('glass faience paste glazed');

/** Gems that colors are called by. */
const colorGems = new Set(
  `Ruby;Emerald;Sapphire;Coral;Turquoise;Amethyst;Jade;Pearl;Amber;Topaz;Garnet;Lapis Lazuli;Aquamarine;Peridot;Citrine;
   Malachite;Onyx;Opal;Jet;Rock Crystal;Carnelian;Tanzanite;Mother-of-Pearl`.split(/;\s*/),
);
const settings = wordsOf('with set avec con mit and mounted inlaid');
const pottery = wordsOf(
  'porcelain pottery earthenware stoneware majolica delft meissen sevres biscuit creamware',
);
const replicas = wordsOf('replica replicas swarovski');
const notPearls = wordsOf('paillette paillettes sequin sequins lucite');
const frenchWords = wordsOf('bague une dune ornee de et en or sertie argent boucles collier pendentif');

/**
 * Whether words that name a gem mean something else here: a cut, a color, glass, leather, a person.
 * @param said all words of the title, so that a long one is not searched again for each of its gems
 */
export function isFalseMention(tokens: Tokens, said: ReadonlySet<string>, mention: Mention): boolean {
  const { from, to, name: gem } = mention;
  // What begins with a quotation mark is a name: 'Sapphire "Blue Moon"'.
  const next = /["“«]$/.test(tokens[to]?.gap ?? '') ? '' : nextWord(tokens, to);
  const afterNext = nextWord(tokens, to + 1);
  const before = joined(tokens[from]!) ? wordAt(tokens, from - 1) : '';
  const beforeThat = from > 1 && joined(tokens[from - 1]!) ? wordAt(tokens, from - 2) : '';
  const isDiamond = gem.endsWith('Diamond');
  const hasNone = (words: ReadonlySet<string>) => words.isDisjointFrom(said);

  if (is(next, 'cut', 'pattern') && afterNext !== 'cornered') return true;
  if (is(before, 'cutBefore')) return true;
  if (!isDiamond && colorsBefore.has(before) && !is(beforeThat, 'metal')) return true;
  if (colorGems.has(gem)) {
    if (is(next, 'color') && (isColorName(tokens, to, afterNext) || coloredThings.has(afterNext)))
      return true;
    if (!settings.has(before) && !hasNone(pottery)) return true;
  }
  const isRough = next === 'crystal' && !hasNone(roughWords);
  const isFilled = next === 'glass' && /^fill(?:ed|ing)?$/.test(afterNext);
  if (materials.has(next) && !(isDiamond && /^(?:enamel|dial)/.test(next)) && !isRough && !isFilled)
    return true;
  if (isBesideGlass(tokens, to)) return true;
  if (materialsBefore.has(before) && !(isDiamond && skins.has(before))) return true;
  // "verre de Bohême rubis"
  if (materialsBefore.has(wordAt(tokens, from - 3)) && beforeThat === 'de') return true;
  if (imitations.has(before) || imitations.has(beforeThat) || !hasNone(replicas)) return true;
  if (gem === 'Pearl' && (isBead(tokens, to) || /^(?:handled|button)$/.test(next) || !hasNone(notPearls)))
    return true;
  // "Une zircone" is cubic zirconia; the Italian "zircone" is a zircon.
  if (/^zircones?$/.test(tokens[from]!.word) && !hasNone(frenchWords)) return true;
  if (gem === 'Quartz' && !hasNone(timepieces)) return true;
  return (!isDiamond && hasNone(jewels) && namesLeather(tokens, mention)) || namesPerson(tokens, mention);
}

/** "EMERALD AND AMETHYST GLASS", "TURQUOISE AND PURPLE-GLAZED": the glass is that of both. */
function isBesideGlass(tokens: Tokens, to: number): boolean {
  if (!is(wordAt(tokens, to), 'and')) return false;
  for (let at = to + 1; at <= to + 3 && nextWord(tokens, at); at++) {
    const { word } = tokens[at]!;
    if (glasses.has(word)) return at > to + 1;
    if (!is(word, 'color') && gemNamed(word) === undefined) return false;
  }
  return false;
}

/** "RUBY RED DIAL" names a color; "SAPPHIRE YELLOW 4.5 CT" a stone and its color, and so does "EMERALD, GREEN GOLD". */
function isColorName(tokens: Tokens, to: number, afterColor: string): boolean {
  return !is(afterColor, 'metal') && !describesStone(afterColor) && !/^\d|^$/.test(wordAt(tokens, to + 1));
}

/** "PERLES DE CORAIL", "PERLE DI VETRO": beads. */
function isBead(tokens: Tokens, to: number): boolean {
  const link = tokens[to];
  if (!link || !joined(link)) return false;
  if (is(link.word, 'of') || /^[ei]n$/.test(link.word)) return beadMaterials.has(tokens[to + 1]?.bare ?? '');
  return link.bare !== link.word && beadMaterials.has(link.bare);
}

/** "EMERALD POROSUS CROCODILE", "RUBY ... BIRKIN": colors of leather. */
function namesLeather(tokens: Tokens, { to }: Mention): boolean {
  const behind = tokens.slice(to).map(({ word }) => word);
  const part = behind.findIndex((word) => is(word, 'with') || /^[io]n$/.test(word));
  return (
    behind.slice(0, Math.min(6, part === -1 ? 6 : part)).some((word) => skins.has(word)) ||
    behind.some((word) => bags.has(word))
  );
}

/** "PEARL S. BUCK", "MISS RUBY KEELER". */
function namesPerson(tokens: Tokens, { from, to }: Mention): boolean {
  const isInitial = /^[a-z]$/.test(wordAt(tokens, to)) && tokens[to + 1]?.gap === '. ';
  return isInitial || /^(?:miss|mrs|lady)$/.test(wordAt(tokens, from - 1));
}
