import type { GemMention } from './gem-words.ts';
import { joined, type Token } from './tokens-of.ts';

const words = (list: string) => new Set(list.trim().split(/\s+/));

/** Behind a gem's name these make it a cut, a shape or a pattern. */
const shapes =
  words(`cut cuts schliff geschliffen shape shaped pattern patterned quilted stitching stitched stitch
  motif motifs weave lattice form trellis tester branch branches`);
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
  harbour isle anniversary ware wares dip synthetique synthetiques sintetico sintetici synthetisch simulant imitation`);
const materialsBefore = words('verre verres vetro glace cristal crystal');
const imitations =
  words(`imitation imitations simulated synthetic synthetics synthetique faux fausse fausses artificial
  created grown cubic synthetischer synthetische synthetischem sintetico falso false costume`);

const timepieces =
  words(`watch watches wristwatch wristwatches clock clocks chronograph montre montres orologio orologi
  uhr armbanduhr taschenuhr movement timepiece pendulette reloj
  chronometer electronic electronique`);
const skins =
  words(`crocodile alligator lizard ostrich python togo epsom swift clemence lambskin leather porosus
  niloticus evercolor chevre calf evercalf tadelakt`);
const bags = words('birkin kelly constance lindy evelyne bolide');
const jewels = words('brooch bracelet ring necklace pendant cuff earrings cufflinks');
const stops = words('and with et avec und mit e con in on');

/** Whether words that name a gem mean something else here: a cut, a color, glass, leather, a person. */
export function isFalseMention(tokens: readonly Token[], mention: GemMention): boolean {
  const { from, to, gem } = mention;
  const next = tokens[to] && joined(tokens[to]!) ? tokens[to]!.word : '';
  const afterNext = tokens[to + 1] && joined(tokens[to + 1]!) ? tokens[to + 1]!.word : '';
  const before = from > 0 && joined(tokens[from]!) ? tokens[from - 1]!.word : '';
  const beforeThat = from > 1 && joined(tokens[from - 1]!) ? tokens[from - 2]!.word : '';
  const isDiamond = gem.endsWith('Diamond');

  if (shapes.has(next) && afterNext !== 'cornered') return true;
  if (cutBefore.has(before)) return true;
  if (!isDiamond && colors.has(next) && !metals.has(afterNext)) return true;
  if (!isDiamond && colorsBefore.has(before) && !metals.has(beforeThat)) return true;
  if (materials.has(next) && !(isDiamond && next.startsWith('enamel'))) return true;
  if (materialsBefore.has(before)) return true;
  if (imitations.has(before) || imitations.has(beforeThat)) return true;
  if (gem === 'Quartz' && tokens.some(({ word }) => timepieces.has(word))) return true;
  if (gem === 'Jasper' && tokens.some(({ word }) => /^(jasperware|wares?|wedgwood)$/.test(word))) return true;
  return (!isDiamond && namesLeather(tokens, mention)) || namesPerson(tokens, mention);
}

/** "EMERALD POROSUS CROCODILE", "RUBY ... BIRKIN": colors of leather. */
function namesLeather(tokens: readonly Token[], { to }: GemMention): boolean {
  if (tokens.some(({ word }) => jewels.has(word))) return false;
  for (let at = to; at < Math.min(to + 3, tokens.length); at++) {
    if (!joined(tokens[at]!) || stops.has(tokens[at]!.word)) break;
    if (skins.has(tokens[at]!.word)) return true;
  }
  return tokens.slice(to).some(({ word }) => bags.has(word));
}

/** "THE ESTATE OF PEARL S. BUCK", "MISS RUBY KEELER". */
function namesPerson(tokens: readonly Token[], { from, to }: GemMention): boolean {
  const before = tokens[from - 1]?.word ?? '';
  return words('miss mrs lady').has(before) || (before === 'of' && /^[b-z]$/.test(tokens[to]?.word ?? ''));
}
