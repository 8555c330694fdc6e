import { gemNamed } from './names.ts';

/** What German puts behind a gem's name to make one word of both. */
const ends =
  list(`kollier kolliers ring ringe ringes brosche broschen kette ketten halskette collier colliers armband armbander armreif
  armreifen armspange anhanger ohrring ohrringe ohrclip ohrclips ohrstecker ohrgehange ohrhanger ohrschmuck nadel nadeln clip
  clips clipbrosche schliff schliesse schliessen besatz cabochon cabochons schmuck schmuckset parure kreuz herz solitar
  solitare cluster rosette tropfen perle perlen strang damenring diadem tiara spange medaillon set riviere sautoir
  manschettenknopfe manschettenknopf uhr armbanduhr taschenuhr dose etui augen auge griff knauf bluten blute drucker lunette
  zifferblatt kranz raute rauten baguette baguetten triangel triangeln trapez trapeze karree karrees carre
  carres achtkant achtkante splitter princess besatz entourage karmoisierung gravur gemme kamee kugel kugeln navette tropfchen paar stein steine`);

/** What German puts before one. */
const starts =
  list(`riesen stern ceylon burma birma kaschmir kashmir siam sambia brasil madagaskar mosambik labor altschliff
  altschnitt alt halb voll haupt mittel mittelstein seiten zentral gross klein natur zucht fluss imperial kolumbien muzo sambia
  spitzen solitar fancy rosa gelb blau grun pink navette tropfen rosen brillantschliff baguette tappers kissen oval herz`);

/** The words of a gem in German that form compounds with something before them. */
const heads =
  list(`diamant diamanten brillant brillanten saphir saphire saphiren saphirs rubin rubine rubinen smaragd
  smaragde smaragden aquamarin topas topase turmalin turmaline spinell granat granate opal opale amethyst amethyste citrin
  perle perlen koralle korallen quarz`);

/** Long words first: the longest that fits is taken. */
function list(words: string): string[] {
  return [...new Set(words.trim().split(/\s+/))].sort((a, b) => b.length - a.length);
}

const minLength = 8;
const plain = /^[a-z]+$/;

/** The parts of a German compound of gems, folded: "diamantsolitarring" → diamant, solitar, ring; others stay whole. */
export function splitCompound(word: string): readonly string[] {
  return word.length < minLength || !plain.test(word) ? [word] : split(word);
}

function split(word: string): string[] {
  if (isGem(word)) return [word];
  for (const end of ends) {
    if (!word.endsWith(end) || word.length - end.length < 4) continue;
    const stem = word.slice(0, -end.length);
    // "Smaragdring", "Perlenkette", "Saphirsring": what joins the two is left out.
    const gem = [stem, stem.replace(/[ns]$/, ''), stem.replace(/e[ns]$/, '')].find(isGem);
    if (gem !== undefined) return [gem, end];
    const before = split(stem);
    if (before.length > 1) return [...before, end];
  }
  for (const head of heads) {
    if (!word.endsWith(head)) continue;
    const start = word.slice(0, -head.length);
    const found = [start, start.replace(/s$/, '')].find((text) => starts.includes(text) || isGem(text));
    if (found !== undefined) return [found, head];
  }
  return [word];
}

const isGem = (text: string) => text.length >= 4 && gemNamed(text) !== undefined;
