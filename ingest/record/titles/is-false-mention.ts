import { type GemMention, gemNamed } from './gem-words.ts';
import { describesStone, wordsOf as words } from './stone-words.ts';
import { joined, type Token } from './tokens-of.ts';

/** Behind a gem's name these make it a cut, a shape or a pattern. */
const shapes =
  words(`cut cuts schliff geschliffen shape shaped pattern patterned quilted stitching stitched stitch
  motif motifs stained point weave lattice form trellis tester branch branches`);
/** Before it these do: "taille émeraude". */
const cutBefore = words('taille tailles taglio tagli talla coupe schliff forme forma');

const colors =
  words(`green red blue pink grey gray purple violet yellow orange white black brown coloured colored
  colour color hued tone toned tint tinted grun rot blau rosa grau weiss`);
const colorsBefore =
  words(`rouge vert verte bleu bleue gris grise violet violette jaune rosso rossa verde blu azzurro
  grigio grigia giallo bleus verts rouges`);
const metals = words('gold or oro platinum platine platino silver argent argento');

/** Behind a gem's name these say what really has that color, or imitates it. */
const materials =
  words(`glass glas crystal crystals glace velvet silk satin leather crocodile alligator lizard ostrich
  python suede lambskin calfskin goatskin mink fur sable fox lacquer lacquered porcelain pottery paste doublet doublets
  ground lustre luster glaze glazed flash flashed overlay carpet damask wool cashmere enamel enamelled jubilee harbor
  harbour isle anniversary ware wares dip simulant imitation scagliola faience stoneware earthenware tile tiles slippers
  poster foil foiled opaline fabric satin tulle taffeta chiffon triplet triplets jam city lips river hill reef
  cylinder cylinders dial dials sutra trail painting kit jeweled jewelled movement shoes bakelite celluloid lucite plastic acrylic galalith fausses false falsa falso finte finti simili cubici cubico cubica`);
const materialsBefore =
  words(`verre verres vetro glace cristal crystal glas glass faience email emaux laque soie cuir velours crocodile
  alligator veau chevre togo satin colore couleur glasierte lackierte
  bakelite bakelit bachelite celluloid celluloide lucite plastic plastique plastica kunststoff acrylic galalith galalithe`);
const imitations =
  words(`imitation imitations imitierten imitierter imitierte simulated faux fausse fausses artificial cubic falso
  falsa false finto finta costume simile swarovski majorica mallorca`);
/** What beads are made of: "perles de bois" are no pearls. */
const beadMaterials =
  words(`bois ceramique verre email or argent corail ambre turquoise metal cristal agate onyx jade jais lapis vetro legno
  corallo ambra ceramica rocaille oro argento turchese ametista giada holz glas keramik wood glass gold`);

const timepieces =
  words(`watch watches wristwatch wristwatches clock clocks chronograph montre montres orologio orologi
  uhr armbanduhr taschenuhr movement timepiece pendulette reloj
  chronometer electronic electronique`);
const skins =
  words(`crocodile alligator lizard ostrich python togo epsom swift clemence lambskin leather porosus
  niloticus veau doblis evercalf evergrain evercolor chevre calf evercalf tadelakt`);
const bags = words('birkin kelly constance lindy evelyne bolide');
const jewels = words('brooch bracelet ring necklace pendant cuff earrings cufflinks');
const stops = words('with avec mit con in on');

/** With these a crystal is a stone as it was found, not glass: that has no weight in carats. */
const roughWords = words('rough raw matrix specimen carat carats ct cts');

/**
 * Whether words that name a gem mean something else here: a cut, a color, glass, leather, a person.
 * @param said all words of the title, so that a long one is not searched again for each of its gems
 */
export function isFalseMention(
  tokens: readonly Token[],
  said: ReadonlySet<string>,
  mention: GemMention,
): boolean {
  const { from, to, gem } = mention;
  // What begins with a quotation mark is a name: 'Sapphire "Blue Moon"'.
  const next = tokens[to] && joined(tokens[to]!) && !/["“«]$/.test(tokens[to]!.gap) ? tokens[to]!.word : '';
  const afterNext = tokens[to + 1] && joined(tokens[to + 1]!) ? tokens[to + 1]!.word : '';
  const before = from > 0 && joined(tokens[from]!) ? tokens[from - 1]!.word : '';
  const beforeThat = from > 1 && joined(tokens[from - 1]!) ? tokens[from - 2]!.word : '';
  const isDiamond = gem.endsWith('Diamond');

  if (shapes.has(next) && afterNext !== 'cornered') return true;
  if (cutBefore.has(before)) return true;
  if (colorGems.has(gem) && colors.has(next) && isColorName(tokens, to, afterNext)) return true;
  if (!isDiamond && colorsBefore.has(before) && !metals.has(beforeThat)) return true;
  const isRough = next === 'crystal' && !said.isDisjointFrom(roughWords);
  const isFilled = next === 'glass' && /^fill(?:ed|ing)?$/.test(afterNext);
  if (materials.has(next) && !(isDiamond && /^(?:enamel|dial)/.test(next)) && !isRough && !isFilled)
    return true;
  if (
    colorGems.has(gem) &&
    colors.has(next) &&
    /^(?:crystals?|enamel|rhinestones?|leather|silk)$/.test(afterNext)
  )
    return true;
  // "EMERALD AND AMETHYST GLASS", "verre de Bohême rubis".
  if (isBesideGlass(tokens, to)) return true;
  if (colorGems.has(gem) && !settings.has(before) && !pottery.isDisjointFrom(said)) return true;
  if (before === 'paste' || before === 'strass') return true;
  if (gem === 'Pearl' && said.has('lucite')) return true;
  if (materialsBefore.has(before) && !(isDiamond && skins.has(before))) return true;
  if (materialsBefore.has(tokens[from - 3]?.word ?? '') && beforeThat === 'de') return true;
  if (!replicas.isDisjointFrom(said)) return true;
  if (imitations.has(before) || imitations.has(beforeThat)) return true;
  if (
    gem === 'Pearl' &&
    (isBead(tokens, to) || /^(?:handled|button)$/.test(next) || !sequins.isDisjointFrom(said))
  )
    return true;
  // "Une zircone" is cubic zirconia; the Italian "zircone" is a zircon.
  if (/^zircones?$/.test(tokens[from]!.word) && !frenchWords.isDisjointFrom(said)) return true;
  if (gem === 'Quartz' && !timepieces.isDisjointFrom(said)) return true;
  return (!isDiamond && namesLeather(tokens, said, mention)) || namesPerson(tokens, mention);
}

const glasses = words('glass faience paste glazed');
const settings = words('with set avec con mit and mounted inlaid');
const pottery = words(
  'porcelain pottery earthenware stoneware majolica delft meissen sevres biscuit creamware',
);

/** "EMERALD AND AMETHYST GLASS", "TURQUOISE AND PURPLE-GLAZED": the glass is that of both. */
function isBesideGlass(tokens: readonly Token[], to: number): boolean {
  if (!/^(?:and|et)$/.test(tokens[to]?.word ?? '')) return false;
  for (let at = to + 1; at <= Math.min(to + 3, tokens.length - 1) && joined(tokens[at]!); at++) {
    const { word } = tokens[at]!;
    if (glasses.has(word)) return at > to + 1;
    if (!colors.has(word) && word !== 'flash' && gemNamed(word) === undefined) return false;
  }
  return false;
}

/** Gems that colors are called by. */
const colorGems = new Set(
  `Ruby;Emerald;Sapphire;Coral;Turquoise;Amethyst;Jade;Pearl;Amber;Topaz;Garnet;Lapis Lazuli;Aquamarine;Peridot;Citrine;
   Malachite;Onyx;Opal;Jet;Rock Crystal;Carnelian;Tanzanite;Mother-of-Pearl`
    .split(';')
    .map((name) => name.trim()),
);

/** "RUBY RED DIAL" names a color; "SAPPHIRE YELLOW 4.5 CT" a stone and its color, and so does "EMERALD, GREEN GOLD". */
function isColorName(tokens: readonly Token[], to: number, afterColor: string): boolean {
  if (metals.has(afterColor) || describesStone(afterColor)) return false;
  const isEnd = tokens[to + 1] === undefined || /^\d/.test(tokens[to + 1]!.word);
  return !isEnd;
}

const replicas = words('replica replicas swarovski');
const sequins = words('paillette paillettes sequin sequins');

const frenchWords = words('bague une dune ornee de et en or sertie argent boucles collier pendentif');

/** "PERLES DE CORAIL", "PERLE DI VETRO": beads. */
function isBead(tokens: readonly Token[], to: number): boolean {
  const [link, material] = [tokens[to], tokens[to + 1]];
  if (!link || !joined(link)) return false;
  if (/^(?:de|di|en|in|aus|of)$/.test(link.word)) return beadMaterials.has(material?.bare ?? '');
  return link.bare !== link.word && beadMaterials.has(link.bare);
}

/** "EMERALD POROSUS CROCODILE", "RUBY ... BIRKIN": colors of leather. */
function namesLeather(tokens: readonly Token[], said: ReadonlySet<string>, { to }: GemMention): boolean {
  if (!jewels.isDisjointFrom(said)) return false;
  for (let at = to; at < Math.min(to + 6, tokens.length); at++) {
    if (stops.has(tokens[at]!.word)) break;
    if (skins.has(tokens[at]!.word)) return true;
  }
  return !bags.isDisjointFrom(said) && tokens.slice(to).some(({ word }) => bags.has(word));
}

/** "PEARL S. BUCK", "MISS RUBY KEELER". */
function namesPerson(tokens: readonly Token[], { from, to }: GemMention): boolean {
  const before = tokens[from - 1]?.word ?? '';
  if (/^[a-z]$/.test(tokens[to]?.word ?? '') && tokens[to + 1]?.gap === '. ') return true;
  return words('miss mrs lady').has(before);
}
