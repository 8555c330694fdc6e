import { fancyHues, gradedNames, modifiedNames } from './fancy-diamonds.ts';
import { createVocabulary, entriesOf, listed, type Term } from './vocabulary.ts';

/** A canonical gem type. A variety with a name of its own is a type of its own: Tsavorite is not Garnet. */
type GemType = Term & { readonly family: GemFamily };

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

/**
 * The gem types by family: a mineral species or group, or organic material. An entry has the English names, then those
 * in other languages, then words that are only recognized.
 */
const namesByFamily = {
  // Blue is what "sapphire" means; every other color is a type of its own.
  Corundum: `
    Ruby = red corundum; pigeon blood ruby; pigeon's blood ruby; pigeonblood ruby; red ruby; royal red ruby;
      faceted ruby; cabochon ruby; oriental ruby / rubis; rubino; rubini; Rubin; Rubine; rubí; rubíes;
      rubis birman sang de pigeon; robijn; 紅寶石; 红宝石; 鴿血紅寶石; 鸽血红宝石; 鴿血紅; 鸽血红; ルビー; рубин
    Star Ruby = asterated ruby; star ruby cabochon / rubis étoilé; rubis astérié; rubino stellato; Sternrubin;
      rubí estrella; 星光紅寶石; 星光红宝石; スタールビー
      / rubini stellati
    Sapphire = blue sapphire; royal blue sapphire; cornflower blue sapphire; velvet blue sapphire;
      light blue sapphire; dark blue sapphire; deep blue sapphire; vivid blue sapphire; violet-blue sapphire;
      cornflower sapphire; faceted sapphire; cabochon sapphire; sugarloaf sapphire; blue corundum;
      oriental sapphire / szafir; szafiry; safir; saphir; saphirs; saphir bleu; saphirs bleus; zaffiro; zaffiri; zaffiro blu;
      zaffiri blu; Saphire; blauer Saphir; zafiro; zafiros; zafiro azul; safira; saffier; 藍寶石; 蓝宝石; 矢車菊藍寶石;
      矢车菊蓝宝石; 皇家藍藍寶石; 皇家蓝蓝宝石; サファイア; сапфир
      / saffire
    Padparadscha Sapphire = padparadscha; padparadsha; padparadja; padparadschah; padparadscha corundum;
      pinkish orange sapphire; pink-orange sapphire; orangy pink sapphire; lotus sapphire
      / saphir padparadscha; zaffiro padparadscha; Padparadscha-Saphir; zafiro padparadscha; 帕帕拉恰; 帕德瑪; 蓮花剛玉;
      莲花刚玉; 蓮花藍寶石; 帕帕拉恰藍寶石; 帕帕拉恰蓝宝石; パパラチア; パパラチアサファイア; падпараджа
    Pink Sapphire = hot pink sapphire; purplish pink sapphire; vivid pink sapphire; intense pink sapphire;
      light pink sapphire; fancy pink sapphire; pink corundum / saphir rose; saphirs roses; zaffiro rosa;
      zaffiri rosa; rosa Saphir; Pinksaphir; zafiro rosa; zafiros rosas; 粉紅色藍寶石; 粉色蓝宝石; 粉紅寶石; 粉红色蓝宝石; 粉紅剛玉;
      ピンクサファイア
    Yellow Sapphire = golden sapphire; canary sapphire; fancy yellow sapphire; vivid yellow sapphire;
      light yellow sapphire; oriental topaz; pukhraj / saphir jaune; saphirs jaunes; zaffiro giallo;
      zaffiri gialli; gelber Saphir; zafiro amarillo; zafiros amarillos; 黃色藍寶石; 黄色蓝宝石; 黃寶石; 黄宝石; イエローサファイア
    Orange Sapphire = fancy orange sapphire; vivid orange sapphire; yellowish orange sapphire / saphir orange;
      zaffiro arancione; oranger Saphir; zafiro naranja; 橙色藍寶石; 橙色蓝宝石
    Purple Sapphire = violet sapphire; plum sapphire; lavender sapphire; mauve sapphire;
      pinkish purple sapphire; fancy purple sapphire; oriental amethyst / saphir violet; saphir mauve;
      saphir pourpre; zaffiro viola; violetter Saphir; zafiro violeta; 紫色藍寶石; 紫色蓝宝石
    Green Sapphire = fancy green sapphire; oriental emerald; mint sapphire / saphir vert; zaffiro verde;
      grüner Saphir; zafiro verde; 綠色藍寶石; 绿色蓝宝石
    Teal Sapphire = greenish blue sapphire; bluish green sapphire; peacock sapphire; blue-green sapphire
      / saphir bleu-vert; saphir sarcelle; 藍綠色藍寶石; 蓝绿色蓝宝石
    White Sapphire = colorless sapphire; colourless sapphire; leucosapphire / saphir blanc; saphir incolore;
      zaffiro bianco; weißer Saphir; zafiro blanco; 白色藍寶石; 白色蓝宝石; 無色藍寶石; 无色蓝宝石
    Parti-Color Sapphire = parti sapphire; parti-coloured sapphire; party sapphire; bicolor sapphire;
      bi-color sapphire; bi-coloured sapphire; bicolour sapphire; multicolor sapphire / saphir bicolore;
      zaffiro bicolore; 雙色藍寶石; 双色蓝宝石
    Color-Change Sapphire = colour-change sapphire; color changing sapphire; colour changing sapphire;
      alexandrite-like sapphire / saphir changement de couleur; saphir à changement de couleur;
      zaffiro cangiante; 變色藍寶石; 变色蓝宝石
    Star Sapphire = blue star sapphire; black star sapphire; gray star sapphire; grey star sapphire;
      asterated sapphire; star sapphire cabochon; pink star sapphire / saphir étoilé; saphirs étoilés;
      saphir astérié; zaffiro stellato; Sternsaphir; zafiro estrella; 星光藍寶石; 星光蓝宝石; スターサファイア
      / zaffiri stellati
    Fancy Sapphire = fancy color sapphire; fancy colored sapphire; fancy coloured sapphire;
      fancy-colour sapphire; multi-colored sapphire; multi-coloured sapphire; multi-gem sapphire;
      vari-coloured sapphire; vari-colored sapphire / saphir de couleur; saphirs de couleur;
      saphirs multicolores; zaffiri multicolori; 彩色藍寶石; 彩色蓝宝石; 彩藍; 彩蓝
      / colored sapphire; coloured sapphire; colored sapphires; coloured sapphires; peach sapphire; brown sapphire;
      black sapphire; gray sapphire; red sapphire`,
  Beryl: `
    Emerald = green beryl; vivid green emerald; natural green emerald; faceted emerald; cabochon emerald;
      carved emerald; Mughal emerald / szmaragd; szmaragdy; émeraude; émeraudes; smeraldo; smeraldi; Smaragd; Smaragde; esmeralda;
      esmeraldas; 祖母綠; 祖母绿; エメラルド; изумруд
    Trapiche Emerald = trapiche / émeraude trapiche; smeraldo trapiche; esmeralda trapiche; 達碧茲祖母綠; 达碧兹祖母绿
    Cat's Eye Emerald = emerald cat's eye; chatoyant emerald / 貓眼祖母綠; 猫眼祖母绿
    Aquamarine = blue beryl; Santa Maria aquamarine; aqua marine / akwamaryn; akvamarin; aquamarijn; aigue-marine; aigues-marines; acquamarina;
      acquemarine; Aquamarin; aguamarina; aguamarinas; água-marinha; 海藍寶; 海蓝宝; 海藍寶石; 海蓝宝石; アクアマリン; аквамарин
    Morganite = pink beryl; peach beryl / morganita; Morganit; rosa Beryll; 摩根石; 粉色綠柱石; モルガナイト; морганит
    Heliodor = golden beryl; yellow beryl / béryl jaune; béryl doré; berillo giallo; Goldberyll;
      berilo amarillo; 金綠柱石; 金绿柱石; 黃色綠柱石; 黄色绿柱石; ヘリオドール; гелиодор
    Goshenite = colorless beryl; colourless beryl; white beryl / Goshenit; 透綠柱石; 透绿柱石
    Red Beryl = bixbite; scarlet emerald; red emerald / béryl rouge; berillo rosso; roter Beryll; berilo rojo;
      紅色綠柱石; 红色绿柱石; 紅綠柱石; レッドベリル
    Maxixe Beryl = maxixe; maxixe-type beryl
    Beryl = green-yellow beryl / berillo; Beryll; berilo; 綠柱石; 绿柱石; ベリル; берилл`,
  // Colorless is what "diamond" means.
  Diamond: `
    Diamond = white diamond; colorless diamond; colourless diamond; D color diamond; D colour diamond;
      D flawless diamond; flawless diamond; internally flawless diamond; type IIa diamond;
      brilliant-cut diamond; old-cut diamond; old mine cut diamond; old European cut diamond;
      rose-cut diamond; rough diamond; near colorless diamond / diament; brylant; diamant; diamants; diamante; diamanti;
      Diamanten; brillant; brillants; brillanti; Brillanten; diamantes; brillante; brillantes; 鑽石; 钻石; 金剛石;
      金刚石; 白鑽; 白钻; 裸鑽; ダイヤモンド; ダイヤ; бриллиант; алмаз
      / daimonds
    Pink Diamond = Argyle pink diamond / diamant rose; diamants roses; diamante rosa; diamanti rosa; rosa Diamant;
      diamantes rosas; 粉鑽; 粉钻; 粉紅鑽石; 粉红钻石; 粉紅色鑽石; 粉红色钻石; ピンクダイヤモンド; розовый бриллиант
    Blue Diamond = type IIb blue diamond / diamant bleu; diamants bleus; diamante blu; diamanti blu; blauer Diamant;
      diamante azul; diamantes azules; 藍鑽; 蓝钻; 藍鑽石; 蓝钻石; 藍色鑽石; 蓝色钻石; ブルーダイヤモンド; голубой бриллиант
    Yellow Diamond = canary diamond; zimmi diamond; cape diamond / diamant jaune; diamants jaunes; diamante giallo;
      diamanti gialli; gelber Diamant; diamante amarillo; 黃鑽; 黄钻; 黃鑽石; 黄钻石; 黃色鑽石; 黄色钻石; イエローダイヤモンド;
      жёлтый бриллиант
    Green Diamond = / diamant vert; diamante verde; grüner Diamant; 綠鑽; 绿钻; 綠色鑽石; 绿色钻石
    Orange Diamond = pumpkin diamond / diamante arancione; diamante naranja; 橙鑽; 橙钻; 橙色鑽石; 橙色钻石
    Red Diamond = / diamant rouge; diamante rosso; roter Diamant; diamante rojo; 紅鑽; 红钻; 紅色鑽石; 红色钻石
    Purple Diamond = / diamant pourpre; diamante viola; 紫鑽; 紫钻; 紫色鑽石; 紫色钻石
    Violet Diamond = / diamant violet; diamante violetto
    Brown Diamond = champagne diamond; cognac diamond; chocolate diamond / diamant brun; diamant champagne;
      diamante marrone; brauner Diamant; 棕鑽; 棕钻; 啡鑽; 香檳鑽石; 香槟钻石
    Gray Diamond = / diamant gris; diamante grigio; grauer Diamant; 灰鑽; 灰钻
    Black Diamond = carbonado / diamant noir; diamante nero; schwarzer Diamant; diamante negro; 黑鑽; 黑钻
      / diamanti neri
    Fancy Color Diamond = fancy colour diamond; fancy colored diamond; fancy coloured diamond;
      colored diamond; coloured diamond; fancy diamond; multicolor diamond; multi-coloured diamond
      / diamant de couleur; diamants de couleur; diamante fancy; diamanti fancy; diamante colorato;
      farbiger Diamant; diamante de color; 彩鑽; 彩钻; 彩色鑽石; 彩色钻石
    Fancy White Diamond = milky white diamond; opalescent white diamond / diamant blanc laiteux; 乳白鑽
    Chameleon Diamond = color-change diamond; colour-change diamond / diamant caméléon; diamante camaleonte;
      變色龍鑽石; 变色龙钻石
    Salt and Pepper Diamond = salt & pepper diamond`,
  // "Cat's eye" alone is the chrysoberyl; of any other gem it is named with it.
  Chrysoberyl: `
    Alexandrite = color-change chrysoberyl; colour-change chrysoberyl; green alexandrite;
      alexandrite chrysoberyl / alessandrite; Alexandrit; alejandrita; alexandrita; 亞歷山大石; 亚历山大石; 變石; 变石;
      アレキサンドライト; александрит
    Cat's Eye Alexandrite = alexandrite cat's eye; alexandrite chatoyant / alexandrite œil-de-chat;
      Alexandrit-Katzenauge; 亞歷山大貓眼; 亚历山大猫眼; 亞歷山大貓眼石; 變石貓眼; 变石猫眼; アレキサンドライトキャッツアイ
    Cat's Eye Chrysoberyl = chrysoberyl cat's eye; cat's eye; cymophane; catseye; chatoyant chrysoberyl;
      honey cat's eye; milk and honey cat's eye / œil-de-chat; chrysobéryl œil-de-chat;
      crisoberillo occhio di gatto; occhio di gatto; Katzenauge; Chrysoberyll-Katzenauge; ojo de gato;
      crisoberilo ojo de gato; 金綠貓眼; 金绿猫眼; 金綠貓眼石; 貓眼石; 猫眼石; 貓眼; 猫眼; キャッツアイ; クリソベリルキャッツアイ
    Chrysoberyl = yellow chrysoberyl; green chrysoberyl; chrysolite of Brazil; vanadium chrysoberyl
      / crisoberillo; Chrysoberyll; crisoberilo; 金綠寶石; 金绿宝石; 金綠玉; クリソベリル; хризоберилл`,
  Spinel: `
    Spinel = red spinel; pink spinel; hot pink spinel; purple spinel; lavender spinel; violet spinel;
      gray spinel; grey spinel; orange spinel; Jedi spinel; neon pink spinel; flame spinel; balas ruby; balas;
      spinel ruby; ruby spinel; spinelle ruby; blue spinel; sky blue spinel; black spinel / espinélio; spinelle;
      spinelles; spinelle rouge; spinelle rose; spinelle bleu; spinello; spinello blu; blauer Spinell;
      espinela azul; 藍色尖晶石; 蓝色尖晶石; spinelli; spinello rosso; Spinell; roter Spinell; espinela; espinelas;
      rubis balais; rubino balascio; 尖晶石; 紅色尖晶石; 红色尖晶石; 紅尖晶石; 粉紅色尖晶石; 粉色尖晶石; スピネル; шпинель
    Cobalt Spinel = cobalt blue spinel; cobalt-bearing spinel / spinelle cobalt; 鈷尖晶石; 钴尖晶石; 鈷藍尖晶石; コバルトスピネル
    Color-Change Spinel = colour-change spinel; color change cobalt spinel; colour change cobalt spinel
      / 變色尖晶石; 变色尖晶石
    Star Spinel = asterated spinel / spinelle étoilé; 星光尖晶石`,
  Tourmaline: `
    Tourmaline = green tourmaline; pink tourmaline; verdelite; elbaite; purple tourmaline; siberite;
      brown tourmaline; dravite; achroite; schorl; black tourmaline; bicolor tourmaline; bi-color tourmaline;
      bi-coloured tourmaline; multicolor tourmaline; orange tourmaline; liddicoatite / toermalijn; tourmalines;
      tourmaline verte; tourmaline rose; tormalina; tormaline; tormalina verde; tormalina rosa; Turmalin;
      Turmaline; grüner Turmalin; turmalina; turmalinas; 碧璽; 碧玺; 電氣石; 电气石; 綠色碧璽; 绿色碧玺; 粉紅碧璽; 粉色碧璽; 粉色碧玺;
      トルマリン; турмалин
    Paraíba Tourmaline = Paraiba; Paraiba-type tourmaline; cuprian tourmaline; cuprian elbaite;
      copper-bearing tourmaline; neon tourmaline; neon blue tourmaline; Brazilian Paraiba tourmaline;
      Mozambique Paraiba tourmaline; Paraiba elbaite / tourmaline Paraíba; tourmalines Paraíba;
      tourmaline de Paraiba; tourmaline de type Paraiba; tormalina Paraiba; Paraiba-Turmalin;
      turmalina Paraíba; 帕拉伊巴; 帕拉伊巴碧璽; 帕拉伊巴碧玺; 巴西帕拉伊巴碧璽; パライバトルマリン; パライバ; турмалин Параиба
      / tormaline paraiba
    Rubellite = red tourmaline; rubellite tourmaline; purplish red tourmaline / tourmaline rubellite;
      tourmaline rouge; tormalina rubellite; tormalina rossa; rubelliti; Rubellit; roter Turmalin; rubelita;
      紅色碧璽; 红色碧玺; 盧比來; 卢比来; 紅碧璽; 红碧玺; ルベライト; рубеллит
    Indicolite = indigolite; blue tourmaline; indicolite tourmaline / tourmaline indigolite; tourmaline bleue;
      tormalina indicolite; tormalina blu; Indigolith; blauer Turmalin; indicolita; 藍碧璽; 蓝碧玺; 藍色碧璽; 蓝色碧玺;
      インディゴライト; индиголит
    Chrome Tourmaline = chrome dravite / tourmaline chromifère; tormalina cromo; Chromturmalin; 鉻碧璽; 铬碧玺
    Watermelon Tourmaline = / tourmaline melon d'eau; tourmaline pastèque; tormalina anguria;
      Wassermelonen-Turmalin; 西瓜碧璽; 西瓜碧玺
    Canary Tourmaline = yellow tourmaline / tourmaline canari; tourmaline jaune; 金絲雀碧璽; 金丝雀碧玺; 黃色碧璽; 黄色碧玺
    Cat's Eye Tourmaline = tourmaline cat's eye; Turmalinkatzenauge / tourmaline œil-de-chat; 碧璽貓眼; 碧玺猫眼`,
  // "Garnet" is a garnet whose kind is not said, mostly a red one.
  Garnet: `
    Garnet = red garnet; carbuncle / granaat; grenat; grenats; granato; granati; Granat; Granate; granates; 石榴石; 紅石榴石;
      红石榴石; ガーネット; гранат
    Tsavorite = tsavorite garnet; green grossular; tsavolite; green grossular garnet / grenat tsavorite;
      granato tsavorite; Tsavorit; tsavorita; 沙弗萊; 沙弗莱; 沙弗萊石; 沙弗莱石; ツァボライト; цаворит
    Demantoid = demantoid garnet; green andradite; Russian demantoid / démantoïde; grenat démantoïde;
      granato demantoide; Demantoid-Granat; 翠榴石; デマントイド; デマントイドガーネット; демантоид
    Rhodolite = rhodolite garnet; raspberry garnet / grenat rhodolite; rodolite; Rhodolith; rodolita; 玫瑰榴石;
      玫瑰石榴石; ロードライト; родолит
    Spessartine = spessartite; spessartine garnet; spessartite garnet; mandarin garnet; mandarine garnet;
      orange garnet; Fanta garnet; kashmirine / grenat mandarin; grenat spessartite; grenat spessartine;
      granato mandarino; granato spessartite; Mandaringranat; Mandarin-Granat; Spessartin; espesartina; 錳鋁榴石;
      锰铝榴石; 芬達石; 芬达石; マンダリンガーネット; спессартин
    Almandine = almandite; almandine garnet; almandite garnet / grenat almandin; almandin; almandino;
      almandina; 鐵鋁榴石; 铁铝榴石; альмандин
    Pyrope = pyrope garnet; Bohemian garnet; anthill garnet; chrome pyrope / grenat pyrope; piropo; Pyrop;
      grenat de Bohême; böhmischer Granat; 鎂鋁榴石; 镁铝榴石; пироп
    Hessonite = hessonite garnet; cinnamon stone; gomed / grenat hessonite; essonite; Hessonit; 桂榴石; гессонит
    Grossular = grossular garnet; grossularite; mint garnet; Merelani mint garnet; leuco garnet;
      hydrogrossular / grossulaire; grossularia; 鈣鋁榴石; 钙铝榴石
    Mali Garnet = grandite; grossular-andradite garnet / grenat Mali; granato Mali; 馬里榴石; 马里石榴石
    Malaya Garnet = malaia garnet; umbalite; pyrope-spessartine garnet; Mahenge garnet / grenat malaya;
      馬拉雅石榴石; 马拉雅石榴石
    Color-Change Garnet = colour-change garnet; color changing garnet; blue garnet
      / grenat à changement de couleur; granato cangiante; 變色石榴石; 变色石榴石
    Andradite = andradite garnet; topazolite; rainbow garnet; melanite / andradita; Andradit; 鈣鐵榴石; 钙铁榴石
    Uvarovite = uvarovite garnet / ouvarovite; Uwarowit; 鈣鉻榴石; 钙铬榴石
    Star Garnet = asterated garnet / grenat étoilé; 星光石榴石`,
  // "Jade" alone does not say which.
  Jade: `
    Jadeite = jadeite jade; imperial jade; imperial jadeite; imperial green jadeite; feicui; fei cui;
      green jadeite; lavender jadeite; icy jadeite; glassy jadeite; apple green jadeite; Burmese jade;
      Burma jade; type A jadeite; fei-ts'ui; omphacite jade / jade jadéite; jade impérial; giadeite;
      giada imperiale; giada giadeite; Jadeit; jadeíta; 翡翠; 硬玉; 緬甸玉; 帝王綠翡翠; 帝王绿翡翠; 天然翡翠; 冰種翡翠; 冰种翡翠; ヒスイ輝石;
      翡翠輝石; жадеит
    Nephrite = nephrite jade; white jade; spinach jade; mutton fat jade; Hetian jade; Siberian jade; pounamu;
      greenstone / nefryt; jade néphrite; nefrite; Nephrit; nefrita; 和田玉; 軟玉; 软玉; 羊脂玉; 白玉; ネフライト; нефрит
    Jade = green jade; jade cabochon / giada; jades; 玉; 玉石; ヒスイ`,
  // "Pearl" is natural; a cultured pearl says so.
  Pearl: `
    Pearl = natural pearl; saltwater pearl; salt water natural pearl; natural saltwater pearl; oriental pearl;
      Basra pearl; natural freshwater pearl; fine pearl; baroque pearl; seed pearl; Mississippi pearl;
      Scottish river pearl; natural akoya pearl; natural South Sea pearl; natural Tahitian pearl;
      natural keshi pearl; natural colored pearl; natural coloured pearl; black natural pearl;
      gray natural pearl; grey natural pearl; natural black pearl / pärla; parel; perle; perles; perle fine; perles fines;
      perle naturelle; perles naturelles; perla; perle naturali; perla naturale; Perlen; Naturperle;
      Naturperlen; Orientperle; perlas; perla natural; perlas naturales; pérola; 珍珠; 天然珍珠; 天然海水珍珠; 真珠; 天然真珠;
      жемчуг
      / perl; naturperl; orientperlen
    Cultured Pearl = cultured saltwater pearl / perle de culture; perles de culture; perla coltivata;
      perle coltivate; Zuchtperle; Zuchtperlen; perla cultivada; perlas cultivadas; 養殖珍珠; 养殖珍珠; 養珠; 养珠; 養殖真珠
      / zuchtperl; kulturperl; kulturperle; kulturperlen
    Akoya Pearl = akoya; akoya cultured pearl; cultured akoya pearl; Japanese cultured pearl / perle d'Akoya;
      perles Akoya; Akoya-Perle; 日本珍珠; アコヤ真珠
      / akoya zuchtperl; perle giapponesi; akoya kulturperle; akoya kulturperlen; akoya zuchtperle;
      akoya zuchtperlen; perle coltivate akoya
    South Sea Pearl = South Sea cultured pearl; cultured South Sea pearl; golden South Sea pearl;
      white South Sea pearl; South Seas pearl; Australian cultured pearl / perle des mers du Sud;
      perles des mers du Sud; perla dei mari del sud; Südseeperle; Südseeperlen; perla de los mares del sur;
      南洋珍珠; 南洋珠; 南洋白珠; 南洋金珠; 南洋真珠
      / sudsee zuchtperl; perle dei mari del sud; perle australiane; sudsee kulturperle; sudsee kulturperlen;
      sudsee zuchtperle; sudsee zuchtperlen; sudseekulturperlen; sudseezuchtperlen;
      perles de culture des mers du sud; perle de culture des mers du sud; perle coltivate dei mari del sud
    Tahitian Pearl = Tahitian cultured pearl; cultured Tahitian pearl; black cultured pearl; Tahiti pearl;
      grey cultured pearl; gray cultured pearl / perle de Tahiti; perles de Tahiti; perla di Tahiti;
      Tahitiperle; Tahitiperlen; Tahiti-Perle; perla de Tahití; 大溪地珍珠; 大溪地黑珍珠; 大溪地黑珠; 黒蝶真珠
      / tahiti zuchtperl; perle di tahiti; tahiti kulturperle; tahiti kulturperlen; tahiti zuchtperle;
      tahiti zuchtperlen; perles de culture de tahiti; perle de culture de tahiti; perle coltivate di tahiti
    Freshwater Pearl = freshwater cultured pearl; cultured freshwater pearl; Biwa pearl / perle d'eau douce;
      perles d'eau douce; perla d'acqua dolce; Süßwasserperle; perla de agua dulce; 淡水珍珠; 淡水珠; 淡水真珠
      / flussperlen; flussperle; perle dacqua dolce; perle di fiume; perles de culture deau douce;
      perle coltivate dacqua dolce
    Mabe Pearl = mabé; blister pearl; half pearl; mabe cultured pearl / perle mabé; perles mabé; 馬貝珠; 马贝珠
    Keshi Pearl = keshi; keshi cultured pearl / perle keshi; perles keshi; ケシ真珠
    Conch Pearl = queen conch pearl; natural conch pearl / perle conque; perles conque; perle de conque;
      perla conch; Conchperle; perla concha; perla de caracol rosado; 海螺珠; 孔克珠; コンクパール
    Melo Pearl = melo melo pearl; Melo; melo melo; natural melo pearl / perle melo; perles melo; perla melo;
      Meloperle; 美樂珠; 美乐珠; 龍珠; メロパール
    Abalone Pearl = natural abalone pearl; horn pearl / perle d'abalone; perle d'ormeau; perla di abalone;
      鮑魚珠; 鲍鱼珠; 鮑魚珍珠
    Clam Pearl = quahog pearl; giant clam pearl; Tridacna pearl; tridacna; scallop pearl / perle de palourde;
      perle de quahog; 硨磲珠; 砗磲珠
    Pen Pearl = pen shell pearl; Pinna pearl / perle de pinna`,
  Opal: `
    Opal = white opal; precious opal; crystal opal; jelly opal; light opal; noble opal; Welo opal;
      Ethiopian opal; milky opal; opal cabochon; Hungarian opal; harlequin opal / opale; opales; opali;
      opale nobile; ópalo; ópalos; opala; 歐泊; 欧泊; 蛋白石; 澳寶; 澳宝; 白歐泊; オパール; опал
      / girasol
    Black Opal = Lightning Ridge opal; Lightning Ridge black opal; semi-black opal; dark opal / opale noire;
      opales noires; opale nero; schwarzer Opal; ópalo negro; 黑歐泊; 黑欧泊; 黑蛋白石; 黑澳寶; ブラックオパール
      / opali neri
    Boulder Opal = Queensland boulder opal; opal matrix; matrix opal; koroit opal / opale boulder;
      opale matrice; Boulderopal; 礫背歐泊; 砾背欧泊; 鐵歐泊; 火山歐泊
    Fire Opal = Mexican fire opal; Mexican opal; orange opal; cherry opal / opale de feu; opales de feu;
      opale di fuoco; Feueropal; ópalo de fuego; 火歐泊; 火欧泊; 火蛋白石; ファイアオパール
    Pink Opal = Peruvian pink opal; Andean opal / opale rose; opale rosa; rosa Opal; ópalo rosa; 粉歐泊; 粉欧泊
    Blue Opal = Peruvian blue opal / opale bleue; ópalo azul`,
  Quartz: `
    Amethyst = Siberian amethyst; purple quartz; violet quartz / ametyst; améthyste; améthystes; ametista; ametiste;
      amatista; amatistas; 紫水晶; 紫晶; アメジスト; аметист
      / amythest; amythests
    Citrine = Madeira citrine; yellow quartz; golden quartz; citrine quartz; topaz quartz / citrines; citrino;
      quarzo citrino; Citrin; Zitrin; 黃水晶; 黄水晶; 黃晶; 黄晶; シトリン; цитрин
      / quarzi citrini
    Ametrine = amethyst-citrine / ametrino; Ametrin; ametrina; 紫黃晶; 紫黄晶; アメトリン
    Rock Crystal = quartz crystal; clear quartz; colorless quartz; crystal quartz / cristal de roche;
      cristallo di rocca; Bergkristall; cristal de roca; 水晶; 白水晶; ロッククリスタル; горный хрусталь
    Smoky Quartz = smokey quartz; cairngorm; morion; brown quartz; smoky topaz / quartz fumé; quarzo fumé;
      quarzo affumicato; Rauchquarz; cuarzo ahumado; 煙晶; 烟晶; 茶晶; раухтопаз
    Rose Quartz = pink quartz / quartz rose; quarzo rosa; Rosenquarz; cuarzo rosa; 粉晶; 芙蓉石; 薔薇石英; 蔷薇石英;
      ローズクォーツ
    Prasiolite = green quartz; green amethyst; vermarine / prasiolite verte; Prasiolith; 綠水晶; 绿水晶
    Rutilated Quartz = rutile quartz; sagenite / quartz rutile; quarzo rutilato; Rutilquarz; 髮晶; 发晶; 鈦晶; 钛晶
    Lemon Quartz = ouro verde quartz / quartz citron; quarzo lemon
    Tiger's Eye = tiger eye; tigereye; hawk's eye / œil-de-tigre; occhio di tigre; Tigerauge; ojo de tigre;
      虎眼石; 虎睛石
    Aventurine = aventurine quartz; green aventurine / avventurina; Aventurin; aventurina; 東陵石; 东陵石
    Quartz = cat's eye quartz; star quartz / quarzo; Quarz; cuarzo; 石英; クォーツ; кварц`,
  Chalcedony: `
    Chalcedony = blue chalcedony; aquaprase; lavender chalcedony / calcédoine; calcédoines; calcedonio;
      Chalcedon; Chalzedon; calcedonia; 玉髓; 藍玉髓; 蓝玉髓; カルセドニー; халцедон
    Chrysoprase = / chrysoprases; crisoprasio; Chrysopras; crisoprasa; 綠玉髓; 绿玉髓; 澳玉; クリソプレーズ; хризопраз
    Carnelian = cornelian; sard; red agate / cornaline; cornalines; corniola; Karneol; cornalina; 紅玉髓; 红玉髓;
      紅瑪瑙; 红玛瑙; сердолик
    Agate = moss agate; banded agate; fire agate; hardstone agate; dendritic agate; blue lace agate / agates;
      agata; Achat; Achate; 瑪瑙; 玛瑙; アゲート; агат
    Onyx = black onyx / onyx noir; onice; ónix; 縞瑪瑙; 缟玛瑙; 黑瑪瑙; 黑玛瑙; オニキス; оникс
    Sardonyx = / sardonice; 纏絲瑪瑙; 缠丝玛瑙; сардоникс
    Bloodstone = heliotrope / jaspe sanguin; eliotropio; Heliotrop; heliotropo; 血石; 血玉髓
    Jasper = red jasper / jaspe; diaspro; Jaspis; яшма`,
  Feldspar: `
    Moonstone = blue moonstone; rainbow moonstone; adularia; star moonstone; cat's eye moonstone
      / pierre de lune; pierres de lune; adulaire; pietra di luna; adularia blu; Mondstein; Mondsteine;
      piedra luna; piedra de luna; 月光石; ムーンストーン; лунный камень
    Labradorite = spectrolite / Labradorit; labradorita; 拉長石; 拉长石; ラブラドライト; лабрадорит
    Sunstone = Oregon sunstone; aventurine feldspar; heliolite / pierre de soleil; pietra del sole;
      Sonnenstein; piedra del sol; 日光石; 太陽石; 太阳石; サンストーン
    Amazonite = amazon stone / amazzonite; Amazonit; amazonita; 天河石; アマゾナイト; амазонит
    Andesine = andesine-labradorite; red andesine / Andesin; 中長石; 中长石
    Orthoclase = yellow orthoclase; noble orthoclase; sanidine / orthose; ortoclasio; Orthoklas; 正長石; 正长石`,
  Topaz: `
    Topaz = white topaz; yellow topaz; golden topaz; brown topaz; colorless topaz; colourless topaz;
      sherry topaz; champagne topaz; green topaz / topaze; topazes; topazio; topazi; Topas; Topase; topacio;
      topacios; 托帕石; 黃玉; 黄玉; トパーズ; топаз
    Imperial Topaz = precious topaz; orange imperial topaz; orange topaz; pink imperial topaz;
      golden imperial topaz / topaze impériale; topazes impériales; topazio imperiale; Imperialtopas;
      Imperial-Topas; topacio imperial; topázio imperial; 帝王托帕石; 帝王黃玉; 帝皇托帕石; インペリアルトパーズ
      / topazi imperiali
    Pink Topaz = foiled pink topaz; purple topaz; red topaz; Katlang topaz / topaze rose; topazes roses;
      topazio rosa; rosa Topas; topacio rosa; 粉紅托帕石; 粉色托帕石
    Blue Topaz = London blue topaz; Swiss blue topaz; sky blue topaz / topaze bleue; topazes bleues;
      topazio blu; topazio azzurro; blauer Topas; topacio azul; 藍色托帕石; 蓝色托帕石; 藍托帕石
      / blautopas; topazi azzurri`,
  Zircon: `
    Zircon = blue zircon; starlite; jargoon; green zircon; yellow zircon; orange zircon; white zircon;
      honey zircon; red zircon / zircons; zircone; zirconi; Zirkon; Zirkone; circón; circones; 鋯石; 锆石; 風信子石;
      ジルコン; циркон`,
  Olivine: `
    Peridot = olivine; chrysolite; evening emerald; peridote; forsterite / péridots; olivina; Olivin;
      peridoto; 橄欖石; 橄榄石; ペリドット; хризолит; перидот`,
  Zoisite: `
    Tanzanite = blue zoisite; violet-blue tanzanite; blue tanzanite / tanzanites; Tansanit; Tanzanit;
      tanzanita; 坦桑石; 丹泉石; タンザナイト; танзанит
    Zoisite = green tanzanite; thulite; fancy tanzanite; green zoisite; pink zoisite; anyolite / Zoisit;
      zoisita; 黝簾石; 黝帘石`,
  Spodumene: `
    Kunzite = pink spodumene / kunzites; Kunzit; kunzita; 孔賽石; 孔赛石; 紫鋰輝石; 紫锂辉石; クンツァイト; кунцит
    Hiddenite = green spodumene / Hiddenit; hiddenita; 翠綠鋰輝石; 翠绿锂辉石; ヒデナイト
    Spodumene = triphane; yellow spodumene / spodumeno; Spodumen; 鋰輝石; 锂辉石`,
  Organic: `
    Coral = red coral; precious coral; angel skin coral; pink coral; Sardinian coral; oxblood coral;
      Aka coral; Momo coral; black coral; white coral / koral; korall; corail; coraux; corail rouge; corail peau d'ange;
      corallo; coralli; corallo rosso; corallo pelle d'angelo; corallo rosa; Koralle; Korallen;
      Engelshautkoralle; coral rojo; corales; 珊瑚; 紅珊瑚; 红珊瑚; 阿卡珊瑚; サンゴ; 赤珊瑚; коралл
    Amber = Baltic amber; blue amber; burmite; Dominican amber; copal amber; butterscotch amber / bursztyn; bärnsten; barnsteen; ambre;
      ambre jaune; ambra; Bernstein; ámbar; 琥珀; 蜜蠟; 蜜蜡; янтарь
    Jet = Whitby jet; gagate / jais; giaietto; Gagat; azabache; 煤玉; гагат
    Ammolite = korite; iridescent ammonite; calcentine / Ammolith; ammolita; 斑彩石; 斑彩螺; アンモライト
    Mother-of-Pearl = MOP; nacre; abalone shell / nacre blanche; madreperla; Perlmutt; Perlmutter; nácar; 珠母貝;
      珍珠母貝; 珍珠母贝; перламутр
    Shell = shell cameo; conch shell / camée coquille; cammeo su conchiglia; Muschelkamee
      / cammeo in conchiglia; camee sur coquille; camees coquille; camees sur coquille; muschel;
      muschelkameen; muschelgemme`,
  // Made by people: the same mineral, never the natural gem. Imitations of another material are no gems.
  Synthetic: `
    Synthetic Diamond = CVD diamond; HPHT-grown diamond / diamant; diamante; Diamant
    Synthetic Ruby = Verneuil ruby / rubis; rubino; Rubin
    Synthetic Sapphire = Verneuil sapphire / saphir; zaffiro; Saphir
    Synthetic Emerald = hydrothermal emerald; Chatham emerald / émeraude; smeraldo; Smaragd
    Synthetic Spinel = / spinelle; spinello; Spinell
    Synthetic Alexandrite = / alexandrite; alessandrite; Alexandrit
    Synthetic Opal = Gilson opal / opale; opale; Opal
    Synthetic Quartz = hydrothermal quartz / quartz; quarzo; Quarz
    Moissanite = synthetic moissanite / Moissanit; moissanita; 莫桑石; モアッサナイト`,
  // Minerals and rocks
  Other: `
    Turquoise = Persian turquoise; Sleeping Beauty turquoise; turquoise matrix / turkus; turkos; turkoois; turquoises; turchese;
      turchesi; Türkis; Türkise; turquesa; turquesas; 綠松石; 绿松石; ターコイズ; トルコ石; бирюза
    Lapis Lazuli = lapis; Afghan lapis / lapislazzuli; lapislazzulo; Lapislazuli; 青金石; ラピスラズリ; лазурит
    Malachite = azurmalachite / malachites; Malachit; malaquita; 孔雀石; マラカイト; малахит
    Benitoite = California benitoite / Benitoit; benitoíta; 藍錐礦; 蓝锥矿; ベニトアイト; бенитоит
    Grandidierite = / Grandidierit; grandidierita; 硅硼鎂鋁石; 硅硼镁铝石; グランディディエライト; грандидьерит
    Taaffeite = magnesiotaaffeite / Taaffeit; taaffeita; 塔菲石; ターフェアイト; тааффеит
    Musgravite = taaffeite-6R; magnesiotaaffeite-6N3S / Musgravit; musgravita; 鎂塔菲石; 镁塔菲石; ムスグラバイト; мусгравит
    Painite = / painites; Painit; painita; 硼鋁鈣石; 红硅硼铝钙石; ペイナイト; пейнит
    Jeremejevite = / jérémeïevite; Jeremejewit; 硼鋁石; 硼铝石; ジェレメジェバイト; еремеевит
    Poudretteite = / Poudretteit; プードレッタイト
    Serendibite = / Serendibit; セレンディバイト
    Sphene = titanite; chrome sphene / sphènes; Sphen; Titanit; esfena; 榍石; スフェーン; сфен
    Apatite = cat's eye apatite; neon apatite; blue apatite; asparagus stone / apatites; Apatit; apatito; 磷灰石;
      アパタイト; апатит
    Iolite = cordierite; dichroite; water sapphire / iolites; Iolith; Cordierit; iolita; 堇青石; アイオライト; иолит
    Kyanite = disthene; orange kyanite; blue kyanite / cyanite; cianite; Kyanit; Disthen; cianita; 藍晶石; 蓝晶石;
      カイヤナイト; кианит
    Andalusite = chiastolite / andalousite; Andalusit; andalucita; 紅柱石; 红柱石; アンダリュサイト; андалузит
    Sinhalite = / Sinhalit; sinhalita; 硼鋁鎂石; 硼铝镁石; シンハライト; синхалит
    Kornerupine = prismatine; cat's eye kornerupine / Kornerupin; 柱晶石; コーネルピン
    Scapolite = cat's eye scapolite; wernerite; marialite / Skapolith; escapolita; 方柱石; スキャポライト
    Danburite = yellow danburite / Danburit; danburita; 賽黃晶; 赛黄晶; ダンビュライト; данбурит
    Diopside = star diopside; black star diopside; violane / Diopsid; diópsido; 透輝石; 透辉石; ダイオプサイド; диопсид
    Chrome Diopside = Russian diopside / diopside chromifère; Chromdiopsid; 鉻透輝石; 铬透辉石; хромдиопсид
    Enstatite = bronzite; hypersthene / Enstatit; enstatita; 頑火輝石; 顽火辉石
    Diaspore = zultanite; csarite; color-change diaspore / Diaspor; diásporo; 硬水鋁石; 水鋁石; ズルタナイト
    Phenakite = phenacite / fenacite; Phenakit; fenaquita; 矽鈹石; 硅铍石; フェナカイト; фенакит
    Euclase = blue euclase / Euklas; euclasio; euclasa; 藍柱石; 蓝柱石; ユークレース; эвклаз
    Pezzottaite = raspberyl; raspberry beryl / Pezzottait; 草莓紅綠柱石; ペツォッタイト
    Haüyne = hauynite / Hauyn; 藍方石; 蓝方石; アウイナイト; アウイン
    Idocrase = vesuvianite; californite / Vesuvian; vesuviana; 符山石; アイドクレース
    Axinite = / Axinit; axinita; 斧石
    Clinohumite = / Klinohumit; 斜矽鎂石; 斜硅镁石
    Sillimanite = fibrolite; cat's eye sillimanite; fibrolite cat's eye / Sillimanit; 矽線石; 矽线石; 硅线石
    Sphalerite = zinc blende / blende; Sphalerit; esfalerita; 閃鋅礦; 闪锌矿; スファレライト
    Fluorite = fluorspar; Blue John / fluorine; Fluorit; fluorita; 螢石; 萤石; フローライト; флюорит
      / flussspat
    Rhodochrosite = Inca rose; rosinca / rodocrosite; Rhodochrosit; rodocrosita; 菱錳礦; 菱锰矿; 紅紋石; 红纹石; インカローズ;
      родохрозит
    Rhodonite = / rodonite; Rhodonit; rodonita; 薔薇輝石; 蔷薇辉石; родонит
    Charoite = / Charoit; 紫龍晶; 紫龙晶; チャロアイト; чароит
    Sugilite = royal lavulite / Sugilith; sugilita; 舒俱來; 舒俱来; スギライト; сугилит
    Larimar = pectolite; blue pectolite / pectolita azul; 拉利瑪; 海紋石; 海纹石; ラリマー; ларимар
    Sodalite = hackmanite / Sodalith; sodalita; 方鈉石; 方钠石; содалит
    Chrysocolla = gem silica; chrysocolla chalcedony / chrysocolle; crisocolla; Chrysokoll; crisocola; 矽孔雀石;
      硅孔雀石
    Prehnite = / Prehnit; prehnita; 葡萄石; プレナイト; пренит
    Hematite = haematite / ematite; Hämatit; hematita; 赤鐵礦; 赤铁矿; гематит
    Marcasite = pyrite / marcassite; Markasit; marcasita; 白鐵礦
    Obsidian = volcanic glass; snowflake obsidian / obsidienne; ossidiana; obsidiana; 黑曜石; обсидиан
    Moldavite = tektite / moldavites; Moldavit; moldavita; 捷克隕石; 捷克陨石
    Serpentine = bowenite / serpentino; Serpentin; serpentina; 蛇紋石; 蛇纹石; 岫玉
    Tugtupite = reindeer stone / Tugtupit
    Vayrynenite = / Väyrynenit
    Ekanite = / Ekanit; 埃卡石
    Smithsonite = / Smithsonit; 菱鋅礦; 菱锌矿
    Cuprite = / Cuprit; 赤銅礦
    Hibonite = / Hibonit; 黑鋁鈣石
    Scheelite = / Scheelit; 白鎢礦`,
};

export type GemFamily = keyof typeof namesByFamily;

/** The families that gem types belong to. */
export const gemFamilies = Object.keys(namesByFamily) as GemFamily[];

const gemTerms = gemFamilies.flatMap((family) =>
  entriesOf(namesByFamily[family]).map((entry) => typeOf(family, ...entry)),
);

/** Gem types by any of their names. "Natural ruby" and "unheated ruby" are rubies: such words are ignored. */
export const gemTypes = createVocabulary(gemTerms, {
  ignoredPrefixes: ['natural', 'genuine', 'loose', 'unheated', 'untreated', 'heated', 'fine'],
  moreBefore: listed(qualities),
});

/** A type of an entry; those made by people and the diamonds of a fancy hue have further names, made of theirs. */
function typeOf(family: GemFamily, name: string, english: string, foreign: string, others: string): GemType {
  if (name.startsWith('Synthetic ')) return synthetic(name, english, foreign);
  const type = { ...gem(name, family, english, foreign), others: listed(others) };
  const hue = fancyHues.find((hue) => name === `${hue} Diamond`);
  return hue === undefined ? type : fancyDiamond(hue, type);
}

/** English names are recognized in the plural too; names in other languages as they are listed. */
function gem(name: string, family: GemFamily, english: string, others: string): GemType {
  const names = listed(english);
  const variants = [name, ...names].map(plural);
  return { name, family, synonyms: [...names, ...listed(others)], variants };
}

/** @param others the names of the natural gem in French, Italian and German */
function synthetic(name: string, english: string, others: string): GemType {
  const ways = listed(madeByPeople).map((way) => name.replace('Synthetic', way));
  const [french, italian, german] = listed(others);
  const foreign = `${french} synthétique; ${italian} sintetico; Synthetischer ${german}`;
  return gem(name, 'Synthetic', [...ways, english].join('; '), foreign);
}

function fancyDiamond(hue: string, { synonyms, variants = [], ...type }: GemType): GemType {
  const graded = gradedNames(hue);
  return { ...type, synonyms: [...graded, ...synonyms], variants: [...variants, ...modifiedNames(hue)] };
}

function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies');
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
