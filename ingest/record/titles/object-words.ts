import { wordsOf } from '../../../mappings/lexicon/words.ts';
import { type ObjectType, objectTypes } from '../../../mappings/vocabulary/object-types.ts';

/** Folded words for what titles offer, by type, besides the names of the vocabulary; English, French, Italian, German. */
const words: Partial<Record<ObjectType, string>> = {
  ring: `band; bands; anelli; ringe; solitaire; chevaliere; alliance; alliances; fede; fedina; veretta;
    trilogy; siegelring; damenring; herrenring; goldring; platinring; silberring; weissgoldring; gelbgoldring; rotgoldring; allianzring; wappenring; spannring; trauring; perlring; perlenring; clusterring; edelsteinring; memoirering; bandring; cocktailring; ehering; verlobungsring; schlangenring;
    solitarring; eternity band; wedding band; signet; band ring; jonc bague`,
  earrings: `earing; earings; boucle doreilles; ear clip; earclip; ear pendant; earpendants; ear stud;
    earstuds; ear rings; ear hoops; ear drops; studs; stud earrings; hoops; creoles; dormeuses; puces; boucle d oreille;
    boucles doreille; boucle doreille; pendants doreilles; pendant doreille; clous doreilles; clous doreille; motifs doreilles; pendeloques doreilles; anneaux doreilles; clips doreilles; clip doreilles; clips doreille; puces doreilles; orecchino;
    ohrring; ohrclips; ohrclip; ohrstecker; ohrgehange; ohrhanger; ohrschmuck; earpendents`,
  necklace: `kollier; kolliers; guluband; neclace; sautoirs; rivieres; chokers; torsades; colliers; collane; girocollo; kette; ketten; perlenkette; longchain;
    torsade; strand; strands; collar; lavaliere; negligee; neglige; resille; draperie; chain; catena; strang; halsband; goldkette; bead necklace; long chain`,
  bracelet: `braclet; braclets; bracelete; bangles; cuff bracelet; manchette; jonc; bracciali; armbander; armreif; armreifen;
    armspange; armlet; charm bracelet; bracelet jonc; bracelet manchette; goldarmband`,
  brooch: `broach; barette; clips; double clip; broches; spille; broschen; clipbrosche; stickpin; stick pin; tie pin;
    tiepin; jabot pin; jabot; pin; barrette; bar brooch; lapel pin; epingle; epingle de cravate; krawattennadel; nadel; devant de corsage; stomacher; corsage ornament;
    fermacravatta; clip de revers; clips de revers; broche pendentif; double clip brooch; bow brooch; fur clip; dress clip; dress clips; fibula`,
  pendant: `pendent; pendant necklace; pendent necklace; pendentifs; pendenti; ciondolo; ciondoli; locket; medaillon; medaglione; croix; cross; croce; kreuz;
    charm; medallion; amulet pendant; pendulum; pectoral cross; collier pendentif; breloque; pendant cross; anhangerbrosche`,
  tiara: `diademcollier; hair clip; hair comb; hair pin; hairpin; comb; peigne; headdress; headpiece; crown; couronne;
    sarpech; turban ornament; jigha; hair slide; forehead ornament; tikka; ferroniere`,
  cufflinks: `cuff link; boutons de manchettes; boutons de col; dress sets; dress studs; stud set; shirt studs; buttons`,
  loose_stone: `rough; sur papier; ringstone; ring stone; non monte; non montee; non montes; loser; lose; losen; ungefasst; sciolto; sciolti; sciolta; sciolte; sfuso; sfusi; sfusa; sfuse; non montato; non montata; non montati; non serti; non sertie; non sertis; ungefasste; ungefasster; ungefasstes; ungefassten; unmontiert; unmontierter; unmontierte; loses; melee; parcel;
    brut; rohdiamant`,
  suite: `jewlery; jewerly; jewery; parures; demiparure; jewelry; jewellery; jewels; bijoux; schmuckset; schmuck; set of jewelry; schmuckgarnitur; garnitur; earring set`,
  watch: `wristwach; clockwatch; hunter case; minute repeating; minute repeater; automatic; key wound; wristwatches; pocketwatch; stopwatch; chronograph; chronometer; chronographe; montres; montre bracelet; montre de dame; orologi;
    armbanduhr; taschenuhr; herrenarmbanduhr; damenarmbanduhr; damenuhr; herrenuhr; schmuckuhr; anhangeruhr; pendeluhr; timepiece; wrist watch; bracelet watch; pendant watch; ring watch; clip watch; lapel watch;
    purse watch; pair case; openface; keyless; keywound; datejust; daytona; submariner; tourbillon; rolex; patek; audemars; breguet; panerai;
    vacheron; omega; iwc; hublot; blancpain; tudor; jaeger; corum; zenith; longines; girard perregaux; franck muller; ulysse nardin; richard mille; roger dubuis; lange; baume; breitling; heuer; journe`,
  box: `casket; vanity; powder compact; snuffbox; pillbox; pill box; card case; cigarette box; bonbonniere;
    boites; coffret; poudrier; tabatiere; etui; zigarettenetui; dose; dosen; golddose; schatulle; tabatiere; scatola; scatole; tabacchiera; portasigarette; portacipria; cofanetto; etui a cigarettes;
    vinaigrette; pyxis; jewelry box; jewel box; ring box; jewellery box; jewel casket; schnupftabakdose; puderdose`,
  other: `dagger; daggers; khanjar; kris; jambiya; sword; swords; sabre; saber; scabbard; hilt; knife; knives; helmet; powder flask; flask; armor; armour; gun; pistol; shield; mace; axe; dolch; schwert; dague; poignard;
    epee; sabre; pugnale; spada; coltello; book; books; manuscript; bible; koran; quran; binding; book cover; livre; livres; libro; buch; album; clocks; table clock; mantel clock; mystery clock; pendule; pendulette; horloge; tischuhr; standuhr;
    kaminuhr; orologio da tavolo; pendola; vase; vases; vaso; bowl; bowls; cup; cups; coupe; coppa; pokal; goblet; chalice; ewer; jug; tazza; urn; plate; plates; dish; dishes; tray; decanter; decanters; bottle; bottles; scent bottle; perfume bottle;
    snuff bottle; flacon; flakon; beaker; tumbler; glass; glasses; tankard; teapot; service; flatware; chandelier; lamp; lamps; candlestick; candlesticks; candelabra; lantern; mirror; miroir; frame; photograph frame; picture frame; cadre; rahmen; figure; figures;
    figure group; figurine; statue; statuette; bust; sculpture; obelisk; plaque; panel; icon; medal; medals; order; coin; coins; badge; seal; desk seal; sceau; siegel; sigillo; stamp; cane; walking stick; parasol; parasol handle; umbrella; handle; bell push; bellpush; lighter;
    briquet; accendino; feuerzeug; pen; fountain pen; pencil; stylo; letter opener; paperknife; paper knife; opera glasses; lorgnette; fan; eventail; facher; teapot; washer; brush washer; tray; rug; shawl; scarf; foulard; beaker; beakers; ashtray; ashtrays; paperweight; model; models; suitcase; briefcase; wristlet; binoculars; lorgnettes; cassolettes; tazze; rhyton; vessel; vessels; basin; match holder; clasp; cockerels; carving; carvings; chess set; egg; geode; specimen; ornament; verre; vetro; glas; table; chair; commode; cabinet; sofa; clutch; wallet;
    purse; birkin; kelly; constance; sac; borsa; tasche; handtasche; belt; belt buckle; buckle; shoes; slippers; dress; gown; robe; coat; abito; kleid; poster; painting; canvas; lithograph; print; photograph; guitar; piano; car; carpet; tile; key ring; keyring; key chain; money clip; napkin ring;
    napkin rings; rosary; cigar cutter; cigarette holder; cigar holder; cheroot holder; fume cigarette; fume cigare; zigarettenspitze; zigarrenspitze; bocchino; card holder; menu holder; hand mirror; page turner; coupe papier; brieffoffner; briefoffner; tagliacarte; lupe; vergrosserungsglas; schale; becher; leuchter; figur; skulptur; buste; ciotola; scultura; statuetta; cornice; bilderrahmen; encrier; tintenfass; calamaio; spazierstock; gehstock; stockknauf; pommeau; bastone; sceptre; netsuke; inro; incense burner; brule parfum; inkwell; inkstand; desk set; magnifying glass; thermometer; barometer; compass; horse; throne; saddle; counter; gaming counter; mask; reliquary; tabernacle; briefmarken; munzen; trophy; saltcellar; salt; spoon; fork; spoons`,
};

/** Names of the vocabulary that say too little in a title: "a set of", "in its case". */
const vague = wordsOf('other others miscellaneous objet set case gemstone');

/** Object types by the folded words that name them. */
export const objectWords: ReadonlyMap<string, ObjectType> = new Map([
  ...[...objectTypes.spellings].filter(([name]) => !vague.has(name)),
  ...Object.entries(words).flatMap(([type, list]) =>
    list.split(';').map((name): [string, string] => [name.trim().replace(/\s+/g, ' '), type]),
  ),
] as [string, ObjectType][]);

/** Ends of German compounds that name an object: "Diamantcollier" is split before, "Zuchtperlencollier" may not be. */
const objectEnds = Object.entries({
  watch: 'armbanduhr taschenuhr',
  necklace: 'collier kette',
  brooch: 'brosche',
  bracelet: 'armband armreif',
  earrings: 'ohrringe ohrclips ohrstecker ohrgehange',
  pendant: 'anhanger',
  tiara: 'diadem',
  ring: 'solitarring solitar',
  box: 'etui dose',
  other: 'dolch',
} satisfies Partial<Record<ObjectType, string>>).flatMap(([type, ends]) =>
  ends.split(' ').map((end) => [end, type as ObjectType] as const),
);

const minCompoundLength = 8;

/** The type of the object that folded words name. */
export const objectNamed = (words: string): ObjectType | undefined =>
  objectWords.get(words) ??
  (words.length >= minCompoundLength ? objectEnds.find(([end]) => words.endsWith(end))?.[1] : undefined);

/** Makers of watches; a title that begins with one is that of a watch unless it names something else. */
export const watchMakers: ReadonlySet<string> = wordsOf(
  `rolex patek audemars vacheron breguet panerai omega iwc hublot blancpain tudor jaeger corum zenith longines franck ulysse
   breitling heuer`,
);

/** Words that name a material or a line more often than an object: they count only where nothing else is named. */
export const weakObjectWords: ReadonlySet<string> = wordsOf(
  `kelly birkin constance glass glasses verre vetro glas coin coins egg order fan salt horse print car table crown seal
   mask tile scarf tray brush parcel melee binding service counter badge medal canvas piano dress band bands automatic clasp model models carving carvings rolex patek
   audemars breguet panerai vacheron omega iwc hublot blancpain tudor jaeger corum zenith longines lange baume breitling heuer journe`,
);
