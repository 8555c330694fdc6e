import { wordsOf } from '../../../mappings/lexicon/words.ts';
import type { ObjectType } from '../../../mappings/vocabulary/object-types.ts';

/** Words for what is offered, folded, by type; English, French, Italian, German. Of several words, up to three. */
const words: Partial<Record<ObjectType, string>> = {
  ring: `band; bands; ring; rings; bague; bagues; anello; anelli; ringe; solitaire; chevaliere; alliance; alliances; fede; fedina; veretta;
    trilogy; siegelring; damenring; herrenring; goldring; platinring; silberring; weissgoldring; gelbgoldring; rotgoldring; allianzring; wappenring; spannring; trauring; perlring; perlenring; clusterring; edelsteinring; memoirering; bandring; cocktailring; ehering; verlobungsring; schlangenring;
    solitarring; eternity band; wedding band; signet; band ring; jonc bague`,
  earrings: `earring; earing; earings; boucle doreilles; earrings; ear clips; ear clip; earclips; earclip; ear pendants; ear pendant; earpendants; ear studs; ear stud;
    earstuds; ear rings; ear hoops; ear drops; studs; stud earrings; hoops; creoles; dormeuses; puces; boucle d oreille; boucles doreilles;
    boucles doreille; boucle doreille; pendants doreilles; pendant doreille; clous doreilles; clous doreille; motifs doreilles; pendeloques doreilles; anneaux doreilles; clips doreilles; clip doreilles; clips doreille; puces doreilles; orecchini; orecchino;
    ohrringe; ohrring; ohrclips; ohrclip; ohrstecker; ohrgehange; ohrhanger; ohrschmuck; earpendents; pendent earrings`,
  necklace: `kollier; kolliers; guluband; neclace; sautoirs; rivieres; chokers; torsades; necklace; necklaces; choker; collier; colliers; collana; collane; girocollo; halskette; kette; ketten; perlenkette; riviere; sautoir; longchain;
    torsade; strand; strands; collar; lavaliere; negligee; neglige; resille; draperie; chain; catena; strang; halsband; goldkette; bead necklace; long chain`,
  bracelet: `bracelet; braclet; braclets; bracelete; bracelets; bangle; bangles; cuff; cuff bracelet; manchette; jonc; bracciale; bracciali; armband; armbander; armreif; armreifen;
    armspange; armlet; charm bracelet; bracelet jonc; bracelet manchette; goldarmband`,
  brooch: `broach; barette; brooch; brooches; clip; clips; clip brooch; double clip; broche; broches; spilla; spille; brosche; broschen; clipbrosche; stickpin; stick pin; tie pin;
    tiepin; jabot pin; jabot; pin; barrette; bar brooch; lapel pin; epingle; epingle de cravate; krawattennadel; nadel; devant de corsage; stomacher; corsage ornament;
    fermacravatta; clip de revers; clips de revers; broche pendentif; double clip brooch; bow brooch; fur clip; dress clip; dress clips; fibula`,
  pendant: `pendant; pendants; pendent; pendant necklace; pendent necklace; pendentif; pendentifs; pendente; pendenti; ciondolo; ciondoli; anhanger; locket; medaillon; medaglione; croix; cross; croce; kreuz;
    charm; medallion; amulet pendant; pendulum; pectoral cross; collier pendentif; breloque; pendant cross; anhangerbrosche`,
  tiara: `tiara; tiaras; diademe; diadem; diademcollier; diadema; bandeau; aigrette; hair ornament; hair clip; hair comb; hair pin; hairpin; comb; peigne; headdress; headpiece; crown; couronne;
    sarpech; turban ornament; jigha; hair slide; forehead ornament; tikka; ferroniere`,
  cufflinks: `cufflink; cufflinks; cuff links; cuff link; boutons de manchette; boutons de manchettes; boutons de col; gemelli; manschettenknopfe; dress set; dress sets; dress studs; stud set; shirt studs; buttons`,
  loose_stone: `unmounted; loose; rough; sur papier; ringstone; ring stone; non monte; non montee; non montes; loser; lose; losen; ungefasst; sciolto; sciolti; sciolta; sciolte; sfuso; sfusi; sfusa; sfuse; non montato; non montata; non montati; non serti; non sertie; non sertis; ungefasste; ungefasster; ungefasstes; ungefassten; unmontiert; unmontierter; unmontierte; loses; melee; parcel; loose stone;
    unmounted stone; brut; rohdiamant`,
  suite: `suite; jewlery; jewerly; jewery; parure; parures; demi parure; demiparure; jewelry; jewellery; jewels; bijoux; schmuckset; schmuck; set of jewelry; jewelry set; jewellery set; schmuckgarnitur; garnitur; earring set`,
  watch: `wristwach; clockwatch; hunter case; minute repeating; minute repeater; automatic; key wound; watch; watches; wristwatch; wristwatches; pocket watch; pocketwatch; stopwatch; chronograph; chronometer; chronographe; montre; montres; montre bracelet; montre de dame; orologio; orologi; uhr;
    armbanduhr; taschenuhr; herrenarmbanduhr; damenarmbanduhr; damenuhr; herrenuhr; schmuckuhr; anhangeruhr; pendeluhr; timepiece; wrist watch; bracelet watch; pendant watch; ring watch; clip watch; lapel watch;
    purse watch; pair case; openface; keyless; keywound; datejust; daytona; submariner; tourbillon; rolex; patek; audemars; breguet; panerai;
    vacheron; omega; iwc; hublot; blancpain; tudor; jaeger; corum; zenith; longines; girard perregaux; franck muller; ulysse nardin; richard mille; roger dubuis; lange; baume; breitling; heuer; journe`,
  box: `box; boxes; casket; vanity; vanity case; compact; powder compact; minaudiere; necessaire; snuff box; snuffbox; pillbox; pill box; cigarette case; card case; cigarette box; bonbonniere;
    boite; boites; coffret; poudrier; tabatiere; etui; zigarettenetui; dose; dosen; golddose; schatulle; tabatiere; scatola; scatole; tabacchiera; portasigarette; portacipria; cofanetto; etui a cigarettes;
    vinaigrette; pyxis; jewelry box; jewel box; ring box; jewellery box; jewel casket; schnupftabakdose; puderdose`,
  other: `dagger; daggers; khanjar; kris; jambiya; sword; swords; sabre; saber; scabbard; hilt; knife; knives; helmet; powder flask; flask; armor; armour; gun; pistol; shield; mace; axe; dolch; schwert; dague; poignard;
    epee; sabre; pugnale; spada; coltello; book; books; manuscript; bible; koran; quran; binding; book cover; livre; livres; libro; buch; album; clock; clocks; desk clock; table clock; mantel clock; mystery clock; pendule; pendulette; horloge; tischuhr; standuhr;
    kaminuhr; orologio da tavolo; pendola; vase; vases; vaso; bowl; bowls; cup; cups; coupe; coppa; pokal; goblet; chalice; ewer; jug; tazza; urn; plate; plates; dish; dishes; tray; decanter; decanters; bottle; bottles; scent bottle; perfume bottle;
    snuff bottle; flacon; flakon; beaker; tumbler; glass; glasses; tankard; teapot; service; flatware; chandelier; lamp; lamps; candlestick; candlesticks; candelabra; lantern; mirror; miroir; frame; photograph frame; picture frame; cadre; rahmen; figure; figures;
    figure group; figurine; statue; statuette; bust; sculpture; obelisk; plaque; panel; icon; medal; medals; order; coin; coins; badge; seal; desk seal; sceau; siegel; sigillo; stamp; cane; walking stick; parasol; parasol handle; umbrella; handle; bell push; bellpush; lighter;
    briquet; accendino; feuerzeug; pen; fountain pen; pencil; stylo; letter opener; paperknife; paper knife; opera glasses; lorgnette; fan; eventail; facher; teapot; washer; brush washer; tray; rug; shawl; scarf; foulard; beaker; beakers; ashtray; ashtrays; paperweight; model; models; suitcase; briefcase; wristlet; binoculars; lorgnettes; cassolettes; tazze; rhyton; vessel; vessels; basin; match holder; clasp; cockerels; carving; carvings; chess set; egg; geode; specimen; ornament; verre; vetro; glas; table; chair; commode; cabinet; sofa; bag; handbag; clutch; wallet;
    purse; birkin; kelly; constance; sac; borsa; tasche; handtasche; belt; belt buckle; buckle; shoes; slippers; dress; gown; robe; coat; abito; kleid; poster; painting; canvas; lithograph; print; photograph; guitar; piano; car; carpet; tile; key ring; keyring; key chain; money clip; napkin ring;
    napkin rings; rosary; cigar cutter; cigarette holder; cigar holder; cheroot holder; fume cigarette; fume cigare; zigarettenspitze; zigarrenspitze; bocchino; card holder; menu holder; hand mirror; page turner; coupe papier; brieffoffner; briefoffner; tagliacarte; lupe; vergrosserungsglas; schale; becher; leuchter; figur; skulptur; buste; ciotola; scultura; statuetta; cornice; bilderrahmen; encrier; tintenfass; calamaio; spazierstock; gehstock; stockknauf; pommeau; bastone; sceptre; netsuke; inro; incense burner; brule parfum; inkwell; inkstand; desk set; magnifying glass; thermometer; barometer; compass; horse; throne; saddle; counter; gaming counter; mask; reliquary; tabernacle; briefmarken; munzen; trophy; saltcellar; salt; spoon; fork; spoons`,
};

/** Object types by the folded words that name them. */
export const objectWords: ReadonlyMap<string, ObjectType> = new Map(
  Object.entries(words).flatMap(([type, list]) =>
    list.split(';').map((name) => [name.trim().replace(/\s+/g, ' '), type as ObjectType] as const),
  ),
);

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
