import { fancyHues, gradedNames, modifiedNames } from './fancy-diamonds.ts';
import { createVocabulary, listed, type Term } from './vocabulary.ts';

/** The families that gem types belong to: a mineral species or group, or organic material. */
export const gemFamilies = [
  'Corundum',
  'Beryl',
  'Diamond',
  'Chrysoberyl',
  'Spinel',
  'Tourmaline',
  'Garnet',
  'Jade',
  'Pearl',
  'Opal',
  'Quartz',
  'Chalcedony',
  'Feldspar',
  'Topaz',
  'Zircon',
  'Olivine',
  'Zoisite',
  'Spodumene',
  'Organic',
  'Synthetic',
  'Other',
] as const;

export type GemFamily = (typeof gemFamilies)[number];

/** A canonical gem type. A variety with a name of its own is a type of its own: Tsavorite is not Garnet. */
export type GemType = Term & { readonly family: GemFamily };

/** What is said of stones made by people, before the name of the gem. */
const madeByPeople =
  'Lab-grown; Laboratory-grown; Lab-created; Laboratory-created; Lab; Man-made; Created; Recrystallized';

/** What names say besides the type: treatment, grade of color or clarity, cut, and place. Not the color that a type implies. */
const qualities = `
  loose; unheated; untreated; heated; rough; faceted; carved; cabochon; sugarloaf; brilliant-cut; rose-cut; old-cut; old mine cut;
  old European cut; baroque; seed; pigeon blood; pigeon's blood; pigeonblood; royal; cornflower; velvet; faint; very; light; dark;
  deep; vivid; intense; fancy; hot; neon; flame; jedi; sky; purplish; pinkish; yellowish; orangy; orangey; orangish; reddish;
  brownish; greenish; bluish; violetish; grayish; greyish; D color; D colour; D; internally; flawless; near; type IIa;
  type IIb; Argyle; imperial; icy;
  glassy; apple; type A; Swiss; London; sherry; champagne; butterscotch; oxblood; angel skin;
  Mughal; Santa Maria; Brazilian; Mozambique; Russian; Siberian; Merelani; Basra; Mississippi; Scottish river; Welo;
  Ethiopian; Hungarian; Mexican; Peruvian; Lightning Ridge; Queensland; Madeira; Oregon; Sardinian; Baltic; Dominican; Whitby;
  Persian; sleeping beauty; Afghan; California`;

const gemTerms: readonly GemType[] = [
  // Corundum. Blue is what "sapphire" means; every other color is a type of its own.
  gem(
    'Ruby',
    'Corundum',
    `
    red corundum; pigeon blood ruby; pigeon's blood ruby; pigeonblood ruby; red ruby; royal red ruby; faceted ruby;
    cabochon ruby; oriental ruby`,
    `
    rubis; rubino; rubini; Rubin; Rubine; rubí; rubíes; rubis birman sang de pigeon; robijn; 紅寶石; 红宝石;
    鴿血紅寶石; 鸽血红宝石; 鴿血紅; 鸽血红; ルビー; рубин`,
  ),
  gem(
    'Star Ruby',
    'Corundum',
    'asterated ruby; star ruby cabochon',
    `
    rubis étoilé; rubis astérié; rubino stellato; Sternrubin; rubí estrella; 星光紅寶石; 星光红宝石; スタールビー`,
  ),
  gem(
    'Sapphire',
    'Corundum',
    `
    blue sapphire; royal blue sapphire; cornflower blue sapphire; velvet blue sapphire; light blue sapphire;
    dark blue sapphire; deep blue sapphire; vivid blue sapphire; violet-blue sapphire;
    cornflower sapphire; faceted sapphire; cabochon sapphire; sugarloaf sapphire; blue corundum;
    oriental sapphire`,
    `
    saphir; saphirs; saphir bleu; saphirs bleus; zaffiro; zaffiri; zaffiro blu; zaffiri blu; Saphire; blauer Saphir; zafiro; zafiros;
    zafiro azul; safira; saffier; 藍寶石; 蓝宝石; 矢車菊藍寶石; 矢车菊蓝宝石; 皇家藍藍寶石; 皇家蓝蓝宝石; サファイア; сапфир`,
  ),
  gem(
    'Padparadscha Sapphire',
    'Corundum',
    `
    padparadscha; padparadsha; padparadja; padparadschah; padparadscha corundum; pinkish orange sapphire;
    pink-orange sapphire; orangy pink sapphire; lotus sapphire`,
    `
    saphir padparadscha; zaffiro padparadscha; Padparadscha-Saphir; zafiro padparadscha; 帕帕拉恰; 帕德瑪; 蓮花剛玉; 莲花刚玉; 蓮花藍寶石;
    帕帕拉恰藍寶石; 帕帕拉恰蓝宝石; パパラチア; パパラチアサファイア; падпараджа`,
  ),
  gem(
    'Pink Sapphire',
    'Corundum',
    `
    hot pink sapphire; purplish pink sapphire; vivid pink sapphire; intense pink sapphire; light pink sapphire;
    fancy pink sapphire; pink corundum`,
    `
    saphir rose; saphirs roses; zaffiro rosa; zaffiri rosa; rosa Saphir; Pinksaphir; zafiro rosa; zafiros rosas; 粉紅色藍寶石; 粉色蓝宝石; 粉紅寶石;
    粉红色蓝宝石; 粉紅剛玉; ピンクサファイア`,
  ),
  gem(
    'Yellow Sapphire',
    'Corundum',
    `
    golden sapphire; canary sapphire; fancy yellow sapphire; vivid yellow sapphire; light yellow sapphire;
    oriental topaz; pukhraj`,
    `
    saphir jaune; saphirs jaunes; zaffiro giallo; zaffiri gialli; gelber Saphir; zafiro amarillo; zafiros amarillos; 黃色藍寶石; 黄色蓝宝石; 黃寶石; 黄宝石;
    イエローサファイア`,
  ),
  gem(
    'Orange Sapphire',
    'Corundum',
    'fancy orange sapphire; vivid orange sapphire; yellowish orange sapphire',
    `
    saphir orange; zaffiro arancione; oranger Saphir; zafiro naranja; 橙色藍寶石; 橙色蓝宝石`,
  ),
  gem(
    'Purple Sapphire',
    'Corundum',
    `
    violet sapphire; plum sapphire; lavender sapphire; mauve sapphire; pinkish purple sapphire;
    fancy purple sapphire; oriental amethyst`,
    `
    saphir violet; saphir mauve; saphir pourpre; zaffiro viola; violetter Saphir; zafiro violeta; 紫色藍寶石; 紫色蓝宝石`,
  ),
  gem(
    'Green Sapphire',
    'Corundum',
    'fancy green sapphire; oriental emerald; mint sapphire',
    `
    saphir vert; zaffiro verde; grüner Saphir; zafiro verde; 綠色藍寶石; 绿色蓝宝石`,
  ),
  gem(
    'Teal Sapphire',
    'Corundum',
    'greenish blue sapphire; bluish green sapphire; peacock sapphire; blue-green sapphire',
    `
    saphir bleu-vert; saphir sarcelle; 藍綠色藍寶石; 蓝绿色蓝宝石`,
  ),
  gem(
    'White Sapphire',
    'Corundum',
    'colorless sapphire; colourless sapphire; leucosapphire',
    `
    saphir blanc; saphir incolore; zaffiro bianco; weißer Saphir; zafiro blanco; 白色藍寶石; 白色蓝宝石; 無色藍寶石; 无色蓝宝石`,
  ),
  gem(
    'Parti-Color Sapphire',
    'Corundum',
    `
    parti sapphire; parti-coloured sapphire; party sapphire; bicolor sapphire; bi-color sapphire; bi-coloured sapphire;
    bicolour sapphire; multicolor sapphire`,
    'saphir bicolore; zaffiro bicolore; 雙色藍寶石; 双色蓝宝石',
  ),
  gem(
    'Color-Change Sapphire',
    'Corundum',
    `
    colour-change sapphire; color changing sapphire; colour changing sapphire; alexandrite-like sapphire`,
    `
    saphir changement de couleur; saphir à changement de couleur; zaffiro cangiante; 變色藍寶石; 变色蓝宝石`,
  ),
  gem(
    'Star Sapphire',
    'Corundum',
    `
    blue star sapphire; black star sapphire; gray star sapphire; grey star sapphire; asterated sapphire;
    star sapphire cabochon; pink star sapphire`,
    `
    saphir étoilé; saphirs étoilés; saphir astérié; zaffiro stellato; Sternsaphir; zafiro estrella; 星光藍寶石; 星光蓝宝石; スターサファイア`,
  ),
  gem(
    'Fancy Sapphire',
    'Corundum',
    `
    fancy color sapphire; fancy colored sapphire; fancy coloured sapphire; fancy-colour sapphire;
    multi-colored sapphire; multi-coloured sapphire; multi-gem sapphire; vari-coloured sapphire; vari-colored sapphire`,
    `
    saphir de couleur; saphirs de couleur; saphirs multicolores; zaffiri multicolori; 彩色藍寶石; 彩色蓝宝石; 彩藍; 彩蓝`,
  ),

  // Beryl
  gem(
    'Emerald',
    'Beryl',
    `
    green beryl; vivid green emerald; natural green emerald; faceted emerald; cabochon emerald; carved emerald;
    Mughal emerald`,
    `
    émeraude; émeraudes; smeraldo; smeraldi; Smaragd; Smaragde; esmeralda; esmeraldas; 祖母綠; 祖母绿; エメラルド; изумруд`,
  ),
  gem(
    'Trapiche Emerald',
    'Beryl',
    'trapiche',
    'émeraude trapiche; smeraldo trapiche; esmeralda trapiche; 達碧茲祖母綠; 达碧兹祖母绿',
  ),
  gem("Cat's Eye Emerald", 'Beryl', "emerald cat's eye; chatoyant emerald", '貓眼祖母綠; 猫眼祖母绿'),
  gem(
    'Aquamarine',
    'Beryl',
    'blue beryl; Santa Maria aquamarine; aqua marine',
    `
    aigue-marine; aigues-marines; acquamarina; acquemarine; Aquamarin; aguamarina; aguamarinas; água-marinha;
    海藍寶; 海蓝宝; 海藍寶石; 海蓝宝石; アクアマリン; аквамарин`,
  ),
  gem(
    'Morganite',
    'Beryl',
    'pink beryl; peach beryl',
    'morganita; Morganit; rosa Beryll; 摩根石; 粉色綠柱石; モルガナイト; морганит',
  ),
  gem(
    'Heliodor',
    'Beryl',
    'golden beryl; yellow beryl',
    'béryl jaune; béryl doré; berillo giallo; Goldberyll; berilo amarillo; 金綠柱石; 金绿柱石; 黃色綠柱石; 黄色绿柱石; ヘリオドール; гелиодор',
  ),
  gem(
    'Goshenite',
    'Beryl',
    'colorless beryl; colourless beryl; white beryl',
    ' Goshenit; 透綠柱石; 透绿柱石',
  ),
  gem(
    'Red Beryl',
    'Beryl',
    'bixbite; scarlet emerald; red emerald',
    'béryl rouge; berillo rosso; roter Beryll; berilo rojo; 紅色綠柱石; 红色绿柱石; 紅綠柱石; レッドベリル',
  ),
  gem('Maxixe Beryl', 'Beryl', 'maxixe; maxixe-type beryl'),
  gem('Beryl', 'Beryl', 'green-yellow beryl', ' berillo; Beryll; berilo; 綠柱石; 绿柱石; ベリル; берилл'),

  // Diamond. Colorless is what "diamond" means.
  gem(
    'Diamond',
    'Diamond',
    `
    white diamond; colorless diamond; colourless diamond; D color diamond; D colour diamond; D flawless diamond; flawless diamond;
    internally flawless diamond; type IIa diamond; brilliant-cut diamond; old-cut diamond; old mine cut diamond;
    old European cut diamond; rose-cut diamond; rough diamond; near colorless diamond`,
    `
    diamant; diamants; diamante; diamanti; Diamanten; brillant; brillants; brillanti; Brillanten; diamantes; brillante; brillantes; 鑽石; 钻石;
    金剛石; 金刚石; 白鑽; 白钻; 裸鑽; ダイヤモンド; ダイヤ; бриллиант; алмаз`,
  ),
  ...Object.keys(fancyHues).map(fancyDiamond),
  gem(
    'Fancy Color Diamond',
    'Diamond',
    `
    fancy colour diamond; fancy colored diamond; fancy coloured diamond; colored diamond; coloured diamond;
    fancy diamond; multicolor diamond; multi-coloured diamond`,
    `
    diamant de couleur; diamants de couleur; diamante fancy; diamanti fancy; diamante colorato; farbiger Diamant; diamante de color; 彩鑽; 彩钻; 彩色鑽石; 彩色钻石`,
  ),
  gem(
    'Fancy White Diamond',
    'Diamond',
    'milky white diamond; opalescent white diamond',
    'diamant blanc laiteux; 乳白鑽',
  ),
  gem(
    'Chameleon Diamond',
    'Diamond',
    'color-change diamond; colour-change diamond',
    'diamant caméléon; diamante camaleonte; 變色龍鑽石; 变色龙钻石',
  ),
  gem('Salt and Pepper Diamond', 'Diamond', 'salt & pepper diamond'),

  // Chrysoberyl. "Cat's eye" alone is the chrysoberyl; of any other gem it is named with it.
  gem(
    'Alexandrite',
    'Chrysoberyl',
    'color-change chrysoberyl; colour-change chrysoberyl; green alexandrite; alexandrite chrysoberyl',
    `
    alessandrite; Alexandrit; alejandrita; alexandrita; 亞歷山大石; 亚历山大石; 變石; 变石; アレキサンドライト; александрит`,
  ),
  gem(
    "Cat's Eye Alexandrite",
    'Chrysoberyl',
    "alexandrite cat's eye; alexandrite chatoyant",
    `
    alexandrite œil-de-chat; Alexandrit-Katzenauge; 亞歷山大貓眼; 亚历山大猫眼; 亞歷山大貓眼石; 變石貓眼; 变石猫眼; アレキサンドライトキャッツアイ`,
  ),
  gem(
    "Cat's Eye Chrysoberyl",
    'Chrysoberyl',
    `
    chrysoberyl cat's eye; cat's eye; cymophane; catseye; chatoyant chrysoberyl; honey cat's eye; milk and honey cat's eye`,
    `
    œil-de-chat; chrysobéryl œil-de-chat; crisoberillo occhio di gatto; occhio di gatto; Katzenauge; Chrysoberyll-Katzenauge; ojo de gato;
    crisoberilo ojo de gato; 金綠貓眼; 金绿猫眼; 金綠貓眼石; 貓眼石; 猫眼石; 貓眼; 猫眼; キャッツアイ; クリソベリルキャッツアイ`,
  ),
  gem(
    'Chrysoberyl',
    'Chrysoberyl',
    'yellow chrysoberyl; green chrysoberyl; chrysolite of Brazil; vanadium chrysoberyl',
    ' crisoberillo; Chrysoberyll; crisoberilo; 金綠寶石; 金绿宝石; 金綠玉; クリソベリル; хризоберилл',
  ),

  // Spinel
  gem(
    'Spinel',
    'Spinel',
    `
    red spinel; pink spinel; hot pink spinel; purple spinel; lavender spinel; violet spinel; gray spinel; grey spinel; orange spinel;
    Jedi spinel; neon pink spinel; flame spinel; balas ruby; balas; spinel ruby; ruby spinel; spinelle ruby; blue spinel; sky blue spinel; black spinel`,
    `
    spinelle; spinelles; spinelle rouge; spinelle rose; spinelle bleu; spinello; spinello blu; blauer Spinell; espinela azul; 藍色尖晶石; 蓝色尖晶石; spinelli; spinello rosso; Spinell; roter Spinell; espinela; espinelas; rubis balais; rubino balascio; 尖晶石;
    紅色尖晶石; 红色尖晶石; 紅尖晶石; 粉紅色尖晶石; 粉色尖晶石; スピネル; шпинель`,
  ),
  gem(
    'Cobalt Spinel',
    'Spinel',
    'cobalt blue spinel; cobalt-bearing spinel',
    'spinelle cobalt; 鈷尖晶石; 钴尖晶石; 鈷藍尖晶石; コバルトスピネル',
  ),
  gem(
    'Color-Change Spinel',
    'Spinel',
    'colour-change spinel; color change cobalt spinel; colour change cobalt spinel',
    '變色尖晶石; 变色尖晶石',
  ),
  gem('Star Spinel', 'Spinel', 'asterated spinel', 'spinelle étoilé; 星光尖晶石'),

  // Tourmaline
  gem(
    'Tourmaline',
    'Tourmaline',
    `
    green tourmaline; pink tourmaline; verdelite; elbaite; purple tourmaline; siberite; brown tourmaline; dravite; achroite; schorl;
    black tourmaline; bicolor tourmaline; bi-color tourmaline; bi-coloured tourmaline; multicolor tourmaline; orange tourmaline; liddicoatite`,
    `
    tourmalines; tourmaline verte; tourmaline rose; tormalina; tormaline; tormalina verde; tormalina rosa; Turmalin; Turmaline; grüner Turmalin; turmalina; turmalinas; 碧璽; 碧玺; 電氣石; 电气石; 綠色碧璽;
    绿色碧玺; 粉紅碧璽; 粉色碧璽; 粉色碧玺; トルマリン; турмалин`,
  ),
  gem(
    'Paraíba Tourmaline',
    'Tourmaline',
    `
    Paraiba; Paraiba-type tourmaline; cuprian tourmaline; cuprian elbaite; copper-bearing tourmaline; neon tourmaline; neon blue tourmaline;
    Brazilian Paraiba tourmaline; Mozambique Paraiba tourmaline; Paraiba elbaite`,
    `
    tourmaline Paraíba; tourmalines Paraíba; tourmaline de Paraiba; tourmaline de type Paraiba; tormalina Paraiba; Paraiba-Turmalin; turmalina Paraíba; 帕拉伊巴; 帕拉伊巴碧璽; 帕拉伊巴碧玺; 巴西帕拉伊巴碧璽;
    パライバトルマリン; パライバ; турмалин Параиба`,
  ),
  gem(
    'Rubellite',
    'Tourmaline',
    'red tourmaline; rubellite tourmaline; purplish red tourmaline',
    `
    tourmaline rubellite; tourmaline rouge; tormalina rubellite; tormalina rossa; rubelliti; Rubellit; roter Turmalin; rubelita; 紅色碧璽; 红色碧玺; 盧比來; 卢比来; 紅碧璽; 红碧玺; ルベライト; рубеллит`,
  ),
  gem(
    'Indicolite',
    'Tourmaline',
    'indigolite; blue tourmaline; indicolite tourmaline',
    `
    tourmaline indigolite; tourmaline bleue; tormalina indicolite; tormalina blu; Indigolith; blauer Turmalin; indicolita; 藍碧璽; 蓝碧玺; 藍色碧璽; 蓝色碧玺; インディゴライト; индиголит`,
  ),
  gem(
    'Chrome Tourmaline',
    'Tourmaline',
    'chrome dravite',
    'tourmaline chromifère; tormalina cromo; Chromturmalin; 鉻碧璽; 铬碧玺',
  ),
  gem(
    'Watermelon Tourmaline',
    'Tourmaline',
    '',
    "tourmaline melon d'eau; tourmaline pastèque; tormalina anguria; Wassermelonen-Turmalin; 西瓜碧璽; 西瓜碧玺",
  ),
  gem(
    'Canary Tourmaline',
    'Tourmaline',
    'yellow tourmaline',
    'tourmaline canari; tourmaline jaune; 金絲雀碧璽; 金丝雀碧玺; 黃色碧璽; 黄色碧玺',
  ),
  gem(
    "Cat's Eye Tourmaline",
    'Tourmaline',
    "tourmaline cat's eye; Turmalinkatzenauge",
    'tourmaline œil-de-chat; 碧璽貓眼; 碧玺猫眼',
  ),

  // Garnet. "Garnet" is a garnet whose kind is not said, mostly a red one.
  gem(
    'Garnet',
    'Garnet',
    'red garnet; carbuncle',
    'grenat; grenats; granato; granati; Granat; Granate; granates; 石榴石; 紅石榴石; 红石榴石; ガーネット; гранат',
  ),
  gem(
    'Tsavorite',
    'Garnet',
    'tsavorite garnet; green grossular; tsavolite; green grossular garnet',
    'grenat tsavorite; granato tsavorite; Tsavorit; tsavorita; 沙弗萊; 沙弗莱; 沙弗萊石; 沙弗莱石; ツァボライト; цаворит',
  ),
  gem(
    'Demantoid',
    'Garnet',
    'demantoid garnet; green andradite; Russian demantoid',
    'démantoïde; grenat démantoïde; granato demantoide; Demantoid-Granat; 翠榴石; デマントイド; デマントイドガーネット; демантоид',
  ),
  gem(
    'Rhodolite',
    'Garnet',
    'rhodolite garnet; raspberry garnet',
    'grenat rhodolite; rodolite; Rhodolith; rodolita; 玫瑰榴石; 玫瑰石榴石; ロードライト; родолит',
  ),
  gem(
    'Spessartine',
    'Garnet',
    `
    spessartite; spessartine garnet; spessartite garnet; mandarin garnet; mandarine garnet; orange garnet; Fanta garnet; kashmirine`,
    `
    grenat mandarin; grenat spessartite; grenat spessartine; granato mandarino; granato spessartite; Mandaringranat; Mandarin-Granat; Spessartin; espesartina; 錳鋁榴石; 锰铝榴石; 芬達石; 芬达石; マンダリンガーネット; спессартин`,
  ),
  gem(
    'Almandine',
    'Garnet',
    'almandite; almandine garnet; almandite garnet',
    'grenat almandin; almandin; almandino; almandina; 鐵鋁榴石; 铁铝榴石; альмандин',
  ),
  gem(
    'Pyrope',
    'Garnet',
    'pyrope garnet; Bohemian garnet; anthill garnet; chrome pyrope',
    'grenat pyrope; piropo; Pyrop; grenat de Bohême; böhmischer Granat; 鎂鋁榴石; 镁铝榴石; пироп',
  ),
  gem(
    'Hessonite',
    'Garnet',
    'hessonite garnet; cinnamon stone; gomed',
    'grenat hessonite; essonite; Hessonit; 桂榴石; гессонит',
  ),
  gem(
    'Grossular',
    'Garnet',
    'grossular garnet; grossularite; mint garnet; Merelani mint garnet; leuco garnet; hydrogrossular',
    'grossulaire; grossularia; 鈣鋁榴石; 钙铝榴石',
  ),
  gem(
    'Mali Garnet',
    'Garnet',
    'grandite; grossular-andradite garnet',
    'grenat Mali; granato Mali; 馬里榴石; 马里石榴石',
  ),
  gem(
    'Malaya Garnet',
    'Garnet',
    'malaia garnet; umbalite; pyrope-spessartine garnet; Mahenge garnet',
    'grenat malaya; 馬拉雅石榴石; 马拉雅石榴石',
  ),
  gem(
    'Color-Change Garnet',
    'Garnet',
    'colour-change garnet; color changing garnet; blue garnet',
    'grenat à changement de couleur; granato cangiante; 變色石榴石; 变色石榴石',
  ),
  gem(
    'Andradite',
    'Garnet',
    'andradite garnet; topazolite; rainbow garnet; melanite',
    'andradita; Andradit; 鈣鐵榴石; 钙铁榴石',
  ),
  gem('Uvarovite', 'Garnet', 'uvarovite garnet', 'ouvarovite; Uwarowit; 鈣鉻榴石; 钙铬榴石'),
  gem('Star Garnet', 'Garnet', 'asterated garnet', 'grenat étoilé; 星光石榴石'),

  // Jade. "Jade" alone does not say which.
  gem(
    'Jadeite',
    'Jade',
    `
    jadeite jade; imperial jade; imperial jadeite; imperial green jadeite; feicui; fei cui; green jadeite; lavender jadeite; icy jadeite; glassy jadeite; apple green jadeite;
    Burmese jade; Burma jade; type A jadeite; fei-ts'ui; omphacite jade`,
    `
    jade jadéite; jade impérial; giadeite; giada imperiale; giada giadeite; Jadeit; jadeíta; 翡翠; 硬玉; 緬甸玉; 帝王綠翡翠; 帝王绿翡翠; 天然翡翠; 冰種翡翠; 冰种翡翠; ヒスイ輝石; 翡翠輝石; жадеит`,
  ),
  gem(
    'Nephrite',
    'Jade',
    'nephrite jade; white jade; spinach jade; mutton fat jade; Hetian jade; Siberian jade; pounamu; greenstone',
    `
    jade néphrite; nefrite; Nephrit; nefrita; 和田玉; 軟玉; 软玉; 羊脂玉; 白玉; ネフライト; нефрит`,
  ),
  gem('Jade', 'Jade', 'green jade; jade cabochon', 'giada; jades; 玉; 玉石; ヒスイ'),

  // Pearls. "Pearl" is natural; a cultured pearl says so.
  gem(
    'Pearl',
    'Pearl',
    `
    natural pearl; saltwater pearl; salt water natural pearl; natural saltwater pearl; oriental pearl; Basra pearl; natural freshwater pearl; fine pearl; baroque pearl; seed pearl; Mississippi pearl; Scottish river pearl; natural akoya pearl; natural South Sea pearl; natural Tahitian pearl; natural keshi pearl;
    natural colored pearl; natural coloured pearl; black natural pearl; gray natural pearl; grey natural pearl; natural black pearl`,
    `
    perle; perles; perle fine; perles fines; perle naturelle; perles naturelles; perla; perle naturali; perla naturale; Perlen; Naturperle; Naturperlen; Orientperle; perlas; perla natural; perlas naturales; pérola; 珍珠; 天然珍珠; 天然海水珍珠; 真珠;
    天然真珠; жемчуг`,
  ),
  gem(
    'Cultured Pearl',
    'Pearl',
    'cultured saltwater pearl',
    `
    perle de culture; perles de culture; perla coltivata; perle coltivate; Zuchtperle; Zuchtperlen; perla cultivada; perlas cultivadas; 養殖珍珠; 养殖珍珠; 養珠; 养珠; 養殖真珠`,
  ),
  gem(
    'Akoya Pearl',
    'Pearl',
    'akoya; akoya cultured pearl; cultured akoya pearl; Japanese cultured pearl',
    "perle d'Akoya; perles Akoya; Akoya-Perle; 日本珍珠; アコヤ真珠",
  ),
  gem(
    'South Sea Pearl',
    'Pearl',
    `
    South Sea cultured pearl; cultured South Sea pearl; golden South Sea pearl; white South Sea pearl; South Seas pearl; Australian cultured pearl`,
    `
    perle des mers du Sud; perles des mers du Sud; perla dei mari del sud; Südseeperle; Südseeperlen; perla de los mares del sur; 南洋珍珠; 南洋珠; 南洋白珠; 南洋金珠; 南洋真珠`,
  ),
  gem(
    'Tahitian Pearl',
    'Pearl',
    `
    Tahitian cultured pearl; cultured Tahitian pearl; black cultured pearl; Tahiti pearl; grey cultured pearl; gray cultured pearl`,
    `
    perle de Tahiti; perles de Tahiti; perla di Tahiti; Tahitiperle; Tahitiperlen; Tahiti-Perle; perla de Tahití; 大溪地珍珠; 大溪地黑珍珠; 大溪地黑珠; 黒蝶真珠`,
  ),
  gem(
    'Freshwater Pearl',
    'Pearl',
    'freshwater cultured pearl; cultured freshwater pearl; Biwa pearl',
    `
    perle d'eau douce; perles d'eau douce; perla d'acqua dolce; Süßwasserperle; perla de agua dulce; 淡水珍珠; 淡水珠; 淡水真珠`,
  ),
  gem(
    'Mabe Pearl',
    'Pearl',
    'mabé; blister pearl; half pearl; mabe cultured pearl',
    'perle mabé; perles mabé; 馬貝珠; 马贝珠',
  ),
  gem('Keshi Pearl', 'Pearl', 'keshi; keshi cultured pearl', 'perle keshi; perles keshi; ケシ真珠'),
  gem(
    'Conch Pearl',
    'Pearl',
    'queen conch pearl; natural conch pearl',
    'perle conque; perles conque; perle de conque; perla conch; Conchperle; perla concha; perla de caracol rosado; 海螺珠; 孔克珠; コンクパール',
  ),
  gem(
    'Melo Pearl',
    'Pearl',
    'melo melo pearl; Melo; melo melo; natural melo pearl',
    'perle melo; perles melo; perla melo; Meloperle; 美樂珠; 美乐珠; 龍珠; メロパール',
  ),
  gem(
    'Abalone Pearl',
    'Pearl',
    'natural abalone pearl; horn pearl',
    "perle d'abalone; perle d'ormeau; perla di abalone; 鮑魚珠; 鲍鱼珠; 鮑魚珍珠",
  ),
  gem(
    'Clam Pearl',
    'Pearl',
    'quahog pearl; giant clam pearl; Tridacna pearl; tridacna; scallop pearl',
    'perle de palourde; perle de quahog; 硨磲珠; 砗磲珠',
  ),
  gem('Pen Pearl', 'Pearl', 'pen shell pearl; Pinna pearl', 'perle de pinna'),

  // Opal
  gem(
    'Opal',
    'Opal',
    'white opal; precious opal; crystal opal; jelly opal; light opal; noble opal; Welo opal; Ethiopian opal; milky opal; opal cabochon; Hungarian opal; harlequin opal',
    `
    opale; opales; opali; opale nobile; ópalo; ópalos; opala; 歐泊; 欧泊; 蛋白石; 澳寶; 澳宝; 白歐泊; オパール; опал`,
  ),
  gem(
    'Black Opal',
    'Opal',
    'Lightning Ridge opal; Lightning Ridge black opal; semi-black opal; dark opal',
    'opale noire; opales noires; opale nero; schwarzer Opal; ópalo negro; 黑歐泊; 黑欧泊; 黑蛋白石; 黑澳寶; ブラックオパール',
  ),
  gem(
    'Boulder Opal',
    'Opal',
    'Queensland boulder opal; opal matrix; matrix opal; koroit opal',
    'opale boulder; opale matrice; Boulderopal; 礫背歐泊; 砾背欧泊; 鐵歐泊; 火山歐泊',
  ),
  gem(
    'Fire Opal',
    'Opal',
    'Mexican fire opal; Mexican opal; orange opal; cherry opal',
    'opale de feu; opales de feu; opale di fuoco; Feueropal; ópalo de fuego; 火歐泊; 火欧泊; 火蛋白石; ファイアオパール',
  ),
  gem(
    'Pink Opal',
    'Opal',
    'Peruvian pink opal; Andean opal',
    'opale rose; opale rosa; rosa Opal; ópalo rosa; 粉歐泊; 粉欧泊',
  ),
  gem('Blue Opal', 'Opal', 'Peruvian blue opal', 'opale bleue; ópalo azul'),

  // Quartz and chalcedony
  gem(
    'Amethyst',
    'Quartz',
    'Siberian amethyst; purple quartz; violet quartz',
    'améthyste; améthystes; ametista; ametiste; amatista; amatistas; 紫水晶; 紫晶; アメジスト; аметист',
  ),
  gem(
    'Citrine',
    'Quartz',
    'Madeira citrine; yellow quartz; golden quartz; citrine quartz; topaz quartz',
    'citrines; citrino; quarzo citrino; Citrin; Zitrin; 黃水晶; 黄水晶; 黃晶; 黄晶; シトリン; цитрин',
  ),
  gem('Ametrine', 'Quartz', 'amethyst-citrine', ' ametrino; Ametrin; ametrina; 紫黃晶; 紫黄晶; アメトリン'),
  gem(
    'Rock Crystal',
    'Quartz',
    'quartz crystal; clear quartz; colorless quartz; crystal quartz',
    'cristal de roche; cristallo di rocca; Bergkristall; cristal de roca; 水晶; 白水晶; ロッククリスタル; горный хрусталь',
  ),
  gem(
    'Smoky Quartz',
    'Quartz',
    'smokey quartz; cairngorm; morion; brown quartz; smoky topaz',
    'quartz fumé; quarzo fumé; quarzo affumicato; Rauchquarz; cuarzo ahumado; 煙晶; 烟晶; 茶晶; раухтопаз',
  ),
  gem(
    'Rose Quartz',
    'Quartz',
    'pink quartz',
    'quartz rose; quarzo rosa; Rosenquarz; cuarzo rosa; 粉晶; 芙蓉石; 薔薇石英; 蔷薇石英; ローズクォーツ',
  ),
  gem(
    'Prasiolite',
    'Quartz',
    'green quartz; green amethyst; vermarine',
    'prasiolite verte; Prasiolith; 綠水晶; 绿水晶',
  ),
  gem(
    'Rutilated Quartz',
    'Quartz',
    'rutile quartz; sagenite',
    'quartz rutile; quarzo rutilato; Rutilquarz; 髮晶; 发晶; 鈦晶; 钛晶',
  ),
  gem('Lemon Quartz', 'Quartz', 'ouro verde quartz', 'quartz citron; quarzo lemon'),
  gem(
    "Tiger's Eye",
    'Quartz',
    "tiger eye; tigereye; hawk's eye",
    'œil-de-tigre; occhio di tigre; Tigerauge; ojo de tigre; 虎眼石; 虎睛石',
  ),
  gem(
    'Aventurine',
    'Quartz',
    'aventurine quartz; green aventurine',
    'avventurina; Aventurin; aventurina; 東陵石; 东陵石',
  ),
  gem('Quartz', 'Quartz', "cat's eye quartz; star quartz", 'quarzo; Quarz; cuarzo; 石英; クォーツ; кварц'),
  gem(
    'Chalcedony',
    'Chalcedony',
    'blue chalcedony; aquaprase; lavender chalcedony',
    'calcédoine; calcédoines; calcedonio; Chalcedon; Chalzedon; calcedonia; 玉髓; 藍玉髓; 蓝玉髓; カルセドニー; халцедон',
  ),
  gem(
    'Chrysoprase',
    'Chalcedony',
    '',
    'chrysoprases; crisoprasio; Chrysopras; crisoprasa; 綠玉髓; 绿玉髓; 澳玉; クリソプレーズ; хризопраз',
  ),
  gem(
    'Carnelian',
    'Chalcedony',
    'cornelian; sard; red agate',
    'cornaline; cornalines; corniola; Karneol; cornalina; 紅玉髓; 红玉髓; 紅瑪瑙; 红玛瑙; сердолик',
  ),
  gem(
    'Agate',
    'Chalcedony',
    'moss agate; banded agate; fire agate; hardstone agate; dendritic agate; blue lace agate',
    'agates; agata; Achat; Achate; 瑪瑙; 玛瑙; アゲート; агат',
  ),
  gem(
    'Onyx',
    'Chalcedony',
    'black onyx',
    'onyx noir; onice; ónix; 縞瑪瑙; 缟玛瑙; 黑瑪瑙; 黑玛瑙; オニキス; оникс',
  ),
  gem('Sardonyx', 'Chalcedony', '', 'sardonice; 纏絲瑪瑙; 缠丝玛瑙; сардоникс'),
  gem(
    'Bloodstone',
    'Chalcedony',
    'heliotrope',
    ' jaspe sanguin; eliotropio; Heliotrop; heliotropo; 血石; 血玉髓',
  ),
  gem('Jasper', 'Chalcedony', 'red jasper', 'jaspe; diaspro; Jaspis; яшма'),

  // Feldspar
  gem(
    'Moonstone',
    'Feldspar',
    "blue moonstone; rainbow moonstone; adularia; star moonstone; cat's eye moonstone",
    'pierre de lune; pierres de lune; adulaire; pietra di luna; adularia blu; Mondstein; Mondsteine; piedra luna; piedra de luna; 月光石; ムーンストーン; лунный камень',
  ),
  gem(
    'Labradorite',
    'Feldspar',
    'spectrolite',
    'Labradorit; labradorita; 拉長石; 拉长石; ラブラドライト; лабрадорит',
  ),
  gem(
    'Sunstone',
    'Feldspar',
    'Oregon sunstone; aventurine feldspar; heliolite',
    'pierre de soleil; pietra del sole; Sonnenstein; piedra del sol; 日光石; 太陽石; 太阳石; サンストーン',
  ),
  gem(
    'Amazonite',
    'Feldspar',
    'amazon stone',
    'amazzonite; Amazonit; amazonita; 天河石; アマゾナイト; амазонит',
  ),
  gem('Andesine', 'Feldspar', 'andesine-labradorite; red andesine', 'Andesin; 中長石; 中长石'),
  gem(
    'Orthoclase',
    'Feldspar',
    'yellow orthoclase; noble orthoclase; sanidine',
    'orthose; ortoclasio; Orthoklas; 正長石; 正长石',
  ),

  // Topaz, zircon, peridot, tanzanite, spodumene
  gem(
    'Topaz',
    'Topaz',
    'white topaz; yellow topaz; golden topaz; brown topaz; colorless topaz; colourless topaz; sherry topaz; champagne topaz; green topaz',
    'topaze; topazes; topazio; topazi; Topas; Topase; topacio; topacios; 托帕石; 黃玉; 黄玉; トパーズ; топаз',
  ),
  gem(
    'Imperial Topaz',
    'Topaz',
    'precious topaz; orange imperial topaz; orange topaz; pink imperial topaz; golden imperial topaz',
    'topaze impériale; topazes impériales; topazio imperiale; Imperialtopas; Imperial-Topas; topacio imperial; topázio imperial; 帝王托帕石; 帝王黃玉; 帝皇托帕石; インペリアルトパーズ',
  ),
  gem(
    'Pink Topaz',
    'Topaz',
    'foiled pink topaz; purple topaz; red topaz; Katlang topaz',
    'topaze rose; topazes roses; topazio rosa; rosa Topas; topacio rosa; 粉紅托帕石; 粉色托帕石',
  ),
  gem(
    'Blue Topaz',
    'Topaz',
    'London blue topaz; Swiss blue topaz; sky blue topaz',
    'topaze bleue; topazes bleues; topazio blu; topazio azzurro; blauer Topas; topacio azul; 藍色托帕石; 蓝色托帕石; 藍托帕石',
  ),
  gem(
    'Zircon',
    'Zircon',
    'blue zircon; starlite; jargoon; green zircon; yellow zircon; orange zircon; white zircon; honey zircon; red zircon',
    'zircons; zircone; zirconi; Zirkon; Zirkone; circón; circones; 鋯石; 锆石; 風信子石; ジルコン; циркон',
  ),
  gem(
    'Peridot',
    'Olivine',
    'olivine; chrysolite; evening emerald; peridote; forsterite',
    ' péridots; olivina; Olivin; peridoto; 橄欖石; 橄榄石; ペリドット; хризолит; перидот',
  ),
  gem(
    'Tanzanite',
    'Zoisite',
    'blue zoisite; violet-blue tanzanite; blue tanzanite',
    'tanzanites; Tansanit; Tanzanit; tanzanita; 坦桑石; 丹泉石; タンザナイト; танзанит',
  ),
  gem(
    'Zoisite',
    'Zoisite',
    'green tanzanite; thulite; fancy tanzanite; green zoisite; pink zoisite; anyolite',
    'Zoisit; zoisita; 黝簾石; 黝帘石',
  ),
  gem(
    'Kunzite',
    'Spodumene',
    'pink spodumene',
    'kunzites; Kunzit; kunzita; 孔賽石; 孔赛石; 紫鋰輝石; 紫锂辉石; クンツァイト; кунцит',
  ),
  gem('Hiddenite', 'Spodumene', 'green spodumene', 'Hiddenit; hiddenita; 翠綠鋰輝石; 翠绿锂辉石; ヒデナイト'),
  gem('Spodumene', 'Spodumene', 'triphane; yellow spodumene', ' spodumeno; Spodumen; 鋰輝石; 锂辉石'),

  // Organic
  gem(
    'Coral',
    'Organic',
    'red coral; precious coral; angel skin coral; pink coral; Sardinian coral; oxblood coral; Aka coral; Momo coral; black coral; white coral',
    `
    corail; coraux; corail rouge; corail peau d'ange; corallo; coralli; corallo rosso; corallo pelle d'angelo; corallo rosa; Koralle; Korallen; Engelshautkoralle; coral rojo; corales; 珊瑚; 紅珊瑚; 红珊瑚; 阿卡珊瑚; サンゴ; 赤珊瑚; коралл`,
  ),
  gem(
    'Amber',
    'Organic',
    'Baltic amber; blue amber; burmite; Dominican amber; copal amber; butterscotch amber',
    'ambre; ambre jaune; ambra; Bernstein; ámbar; 琥珀; 蜜蠟; 蜜蜡; янтарь',
  ),
  gem('Jet', 'Organic', 'Whitby jet; gagate', 'jais; giaietto; Gagat; azabache; 煤玉; гагат'),
  gem(
    'Ammolite',
    'Organic',
    'korite; iridescent ammonite; calcentine',
    'Ammolith; ammolita; 斑彩石; 斑彩螺; アンモライト',
  ),
  gem(
    'Mother-of-Pearl',
    'Organic',
    'MOP; nacre; abalone shell',
    'nacre blanche; madreperla; Perlmutt; Perlmutter; nácar; 珠母貝; 珍珠母貝; 珍珠母贝; перламутр',
  ),
  gem('Shell', 'Organic', 'shell cameo; conch shell', 'camée coquille; cammeo su conchiglia; Muschelkamee'),

  // Made by people: the same mineral, never the natural gem. Imitations of another material are no gems.
  synthetic('Diamond', 'CVD diamond; HPHT-grown diamond', 'diamant; diamante; Diamant'),
  synthetic('Ruby', 'Verneuil ruby', 'rubis; rubino; Rubin'),
  synthetic('Sapphire', 'Verneuil sapphire', 'saphir; zaffiro; Saphir'),
  synthetic('Emerald', 'hydrothermal emerald; Chatham emerald', 'émeraude; smeraldo; Smaragd'),
  synthetic('Spinel', '', 'spinelle; spinello; Spinell'),
  synthetic('Alexandrite', '', 'alexandrite; alessandrite; Alexandrit'),
  synthetic('Opal', 'Gilson opal', 'opale; opale; Opal'),
  synthetic('Quartz', 'hydrothermal quartz', 'quartz; quarzo; Quarz'),
  gem('Moissanite', 'Synthetic', 'synthetic moissanite', 'Moissanit; moissanita; 莫桑石; モアッサナイト'),

  // Other minerals and rocks
  gem(
    'Turquoise',
    'Other',
    'Persian turquoise; Sleeping Beauty turquoise; turquoise matrix',
    'turquoises; turchese; turchesi; Türkis; Türkise; turquesa; turquesas; 綠松石; 绿松石; ターコイズ; トルコ石; бирюза',
  ),
  gem(
    'Lapis Lazuli',
    'Other',
    'lapis; Afghan lapis',
    'lapislazzuli; lapislazzulo; Lapislazuli; 青金石; ラピスラズリ; лазурит',
  ),
  gem('Malachite', 'Other', 'azurmalachite', 'malachites; Malachit; malaquita; 孔雀石; マラカイト; малахит'),
  gem(
    'Benitoite',
    'Other',
    'California benitoite',
    ' Benitoit; benitoíta; 藍錐礦; 蓝锥矿; ベニトアイト; бенитоит',
  ),
  gem(
    'Grandidierite',
    'Other',
    '',
    'Grandidierit; grandidierita; 硅硼鎂鋁石; 硅硼镁铝石; グランディディエライト; грандидьерит',
  ),
  gem('Taaffeite', 'Other', 'magnesiotaaffeite', ' Taaffeit; taaffeita; 塔菲石; ターフェアイト; тааффеит'),
  gem(
    'Musgravite',
    'Other',
    'taaffeite-6R; magnesiotaaffeite-6N3S',
    'Musgravit; musgravita; 鎂塔菲石; 镁塔菲石; ムスグラバイト; мусгравит',
  ),
  gem('Painite', 'Other', '', 'painites; Painit; painita; 硼鋁鈣石; 红硅硼铝钙石; ペイナイト; пейнит'),
  gem(
    'Jeremejevite',
    'Other',
    '',
    'jérémeïevite; Jeremejewit; 硼鋁石; 硼铝石; ジェレメジェバイト; еремеевит',
  ),
  gem('Poudretteite', 'Other', '', ' Poudretteit; プードレッタイト'),
  gem('Serendibite', 'Other', '', 'Serendibit; セレンディバイト'),
  gem(
    'Sphene',
    'Other',
    'titanite; chrome sphene',
    'sphènes; Sphen; Titanit; esfena; 榍石; スフェーン; сфен',
  ),
  gem(
    'Apatite',
    'Other',
    "cat's eye apatite; neon apatite; blue apatite; asparagus stone",
    'apatites; Apatit; apatito; 磷灰石; アパタイト; апатит',
  ),
  gem(
    'Iolite',
    'Other',
    'cordierite; dichroite; water sapphire',
    'iolites; Iolith; Cordierit; iolita; 堇青石; アイオライト; иолит',
  ),
  gem(
    'Kyanite',
    'Other',
    'disthene; orange kyanite; blue kyanite',
    'cyanite; cianite; Kyanit; Disthen; cianita; 藍晶石; 蓝晶石; カイヤナイト; кианит',
  ),
  gem(
    'Andalusite',
    'Other',
    'chiastolite',
    'andalousite; Andalusit; andalucita; 紅柱石; 红柱石; アンダリュサイト; андалузит',
  ),
  gem('Sinhalite', 'Other', '', 'Sinhalit; sinhalita; 硼鋁鎂石; 硼铝镁石; シンハライト; синхалит'),
  gem('Kornerupine', 'Other', "prismatine; cat's eye kornerupine", ' Kornerupin; 柱晶石; コーネルピン'),
  gem(
    'Scapolite',
    'Other',
    "cat's eye scapolite; wernerite; marialite",
    'Skapolith; escapolita; 方柱石; スキャポライト',
  ),
  gem(
    'Danburite',
    'Other',
    'yellow danburite',
    'Danburit; danburita; 賽黃晶; 赛黄晶; ダンビュライト; данбурит',
  ),
  gem(
    'Diopside',
    'Other',
    'star diopside; black star diopside; violane',
    'Diopsid; diópsido; 透輝石; 透辉石; ダイオプサイド; диопсид',
  ),
  gem(
    'Chrome Diopside',
    'Other',
    'Russian diopside',
    'diopside chromifère; Chromdiopsid; 鉻透輝石; 铬透辉石; хромдиопсид',
  ),
  gem('Enstatite', 'Other', 'bronzite; hypersthene', 'Enstatit; enstatita; 頑火輝石; 顽火辉石'),
  gem(
    'Diaspore',
    'Other',
    'zultanite; csarite; color-change diaspore',
    'Diaspor; diásporo; 硬水鋁石; 水鋁石; ズルタナイト',
  ),
  gem(
    'Phenakite',
    'Other',
    'phenacite',
    ' fenacite; Phenakit; fenaquita; 矽鈹石; 硅铍石; フェナカイト; фенакит',
  ),
  gem('Euclase', 'Other', 'blue euclase', 'Euklas; euclasio; euclasa; 藍柱石; 蓝柱石; ユークレース; эвклаз'),
  gem('Pezzottaite', 'Other', 'raspberyl; raspberry beryl', 'Pezzottait; 草莓紅綠柱石; ペツォッタイト'),
  gem('Haüyne', 'Other', 'hauynite', ' Hauyn; 藍方石; 蓝方石; アウイナイト; アウイン'),
  gem('Idocrase', 'Other', 'vesuvianite; californite', 'Vesuvian; vesuviana; 符山石; アイドクレース'),
  gem('Axinite', 'Other', '', 'Axinit; axinita; 斧石'),
  gem('Clinohumite', 'Other', '', 'Klinohumit; 斜矽鎂石; 斜硅镁石'),
  gem(
    'Sillimanite',
    'Other',
    "fibrolite; cat's eye sillimanite; fibrolite cat's eye",
    'Sillimanit; 矽線石; 矽线石; 硅线石',
  ),
  gem('Sphalerite', 'Other', 'zinc blende', ' blende; Sphalerit; esfalerita; 閃鋅礦; 闪锌矿; スファレライト'),
  gem(
    'Fluorite',
    'Other',
    'fluorspar; Blue John',
    'fluorine; Fluorit; fluorita; 螢石; 萤石; フローライト; флюорит',
  ),
  gem(
    'Rhodochrosite',
    'Other',
    'Inca rose; rosinca',
    'rodocrosite; Rhodochrosit; rodocrosita; 菱錳礦; 菱锰矿; 紅紋石; 红纹石; インカローズ; родохрозит',
  ),
  gem('Rhodonite', 'Other', '', 'rodonite; Rhodonit; rodonita; 薔薇輝石; 蔷薇辉石; родонит'),
  gem('Charoite', 'Other', '', ' Charoit; 紫龍晶; 紫龙晶; チャロアイト; чароит'),
  gem('Sugilite', 'Other', 'royal lavulite', 'Sugilith; sugilita; 舒俱來; 舒俱来; スギライト; сугилит'),
  gem(
    'Larimar',
    'Other',
    'pectolite; blue pectolite',
    'pectolita azul; 拉利瑪; 海紋石; 海纹石; ラリマー; ларимар',
  ),
  gem('Sodalite', 'Other', 'hackmanite', 'Sodalith; sodalita; 方鈉石; 方钠石; содалит'),
  gem(
    'Chrysocolla',
    'Other',
    'gem silica; chrysocolla chalcedony',
    'chrysocolle; crisocolla; Chrysokoll; crisocola; 矽孔雀石; 硅孔雀石',
  ),
  gem('Prehnite', 'Other', '', ' Prehnit; prehnita; 葡萄石; プレナイト; пренит'),
  gem('Hematite', 'Other', 'haematite', ' ematite; Hämatit; hematita; 赤鐵礦; 赤铁矿; гематит'),
  gem('Marcasite', 'Other', 'pyrite', 'marcassite; Markasit; marcasita; 白鐵礦'),
  gem(
    'Obsidian',
    'Other',
    'volcanic glass; snowflake obsidian',
    'obsidienne; ossidiana; obsidiana; 黑曜石; обсидиан',
  ),
  gem('Moldavite', 'Other', 'tektite', 'moldavites; Moldavit; moldavita; 捷克隕石; 捷克陨石'),
  gem('Serpentine', 'Other', 'bowenite', 'serpentino; Serpentin; serpentina; 蛇紋石; 蛇纹石; 岫玉'),
  gem('Tugtupite', 'Other', 'reindeer stone', 'Tugtupit'),
  gem('Vayrynenite', 'Other', '', 'Väyrynenit'),
  gem('Ekanite', 'Other', '', 'Ekanit; 埃卡石'),
  gem('Smithsonite', 'Other', '', 'Smithsonit; 菱鋅礦; 菱锌矿'),
  gem('Cuprite', 'Other', '', 'Cuprit; 赤銅礦'),
  gem('Hibonite', 'Other', '', 'Hibonit; 黑鋁鈣石'),
  gem('Scheelite', 'Other', '', 'Scheelit; 白鎢礦'),
];

/** Gem types by any of their names. "Natural ruby" and "unheated ruby" are rubies: such words are ignored. */
export const gemTypes = createVocabulary(gemTerms, {
  ignoredPrefixes: ['natural', 'genuine', 'loose', 'unheated', 'untreated', 'heated', 'fine'],
  moreBefore: listed(qualities),
});

/** English names are recognized in the plural too; names in other languages as they are listed. */
function gem(name: string, family: GemFamily, english = '', others = ''): GemType {
  const names = listed(english);
  const variants = [name, ...names].map(plural);
  return { name, family, synonyms: [...names, ...listed(others)], variants };
}

/** @param others its names in French, Italian and German */
function synthetic(name: string, english: string, others: string): GemType {
  const ways = listed(madeByPeople).map((way) => `${way} ${name}`);
  const [french, italian, german] = listed(others);
  const foreign = `${french} synthétique; ${italian} sintetico; Synthetischer ${german}`;
  return gem(`Synthetic ${name}`, 'Synthetic', [...ways, english].join('; '), foreign);
}

function fancyDiamond(hue: string): GemType {
  const { trade = '', others = '' } = fancyHues[hue] ?? {};
  const { name, family, synonyms, variants = [] } = gem(`${hue} Diamond`, 'Diamond', trade, others);
  const graded = gradedNames(hue);
  return { name, family, synonyms: [...graded, ...synonyms], variants: [...variants, ...modifiedNames(hue)] };
}

function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies');
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
