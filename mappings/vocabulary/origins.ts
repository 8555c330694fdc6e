import { createVocabulary, entriesOf, listed, type Term } from './vocabulary.ts';

/** A place that stones are said to come from: a country, or a source that the trade names by itself. */
export type Origin = Term & { readonly region: Region };

/**
 * The canonical origins. Countries, and what the trade treats as an origin of its own: Kashmir, and for pearls and
 * amber the Persian Gulf, the Caribbean and the Baltic. Left out because they mean several: Badakhshan (Afghanistan and
 * Tajikistan), Congo, Borneo, South Seas, Africa, Soviet Union. An entry has other names,
 * then mines, then words that are only recognized: adjectives without their endings, rare spellings.
 */
const namesByRegion = {
  'South Asia': `
    Kashmir = Kashmiri; Kashmere; Cashmere; Cachemire; Kaschmir; Cachemira; Kashmir, India; India (Kashmir);
      Kashmir Valley; Jammu and Kashmir; 克什米爾; 喀什米爾; 克什米尔; 喀什米尔; カシミール; Кашмир / Padar; Paddar; Soomjam;
      Sumjam; Sumsam; Zanskar
      / kaschmirisch; kashmirisch; cachemirien; kashmirien; cachmire; cashmir
    India = Indian; Inde; indien; indienne; indiano; indiana; 印度; インド; Индия; Golkonda; Golconde;
      Golconda, India; Golconda Mine in India; Golconda mines in India; Hyderabad; Deccan; Orissa; Odisha;
      Rajasthan; Tamil Nadu; Madras; Karur; Mysore; Andhra Pradesh; Bihar; Bengal; 戈爾康達; 戈尔康达 / Golconda;
      Kollur; Panna; Kangayam; Bundelkhand
      / chhattisgarh; karnataka
    Sri Lanka = Sri Lankan; Srilanka; Shri Lanka; sri-lankais; sri-lankaise; srilankese; Ceylon; Ceylonese;
      Ceylan; Ceilan; Ceilão; Zeylan; Ceylon (Sri Lanka); Sri Lanka (Ceylon); Serendib; Taprobane;
      Sabaragamuwa; Kandy; 斯里蘭卡; 斯里兰卡; 錫蘭; 锡兰; スリランカ; セイロン; Шри-Ланка; Цейлон / Ratnapura; Elahera;
      Kataragama; Balangoda; Rakwana; Meetiyagoda; Okkampitiya; Polonnaruwa; Pelmadulla; Eheliyagoda;
      Kuruwita; Nivitigala; Nivithigala; Kahawatta; Opanayake; Embilipitiya; Kalawana; Bogawantalawa;
      Deniyaya; Haldummulla; Bakamuna; Buttala; Passara
      / ceylonesisch; ceylonisch; ceylones; ceylonais; ceilones; cingales; cingalais; cinghalais; singales;
      singhalesisch; singhales; singhalais; srilankais; srilankes; srilankisch; srilankan; sri lankisch;
      sri lankes
    Pakistan = Pakistani; pakistanais; pakistanaise; pachistano; 巴基斯坦; パキスタン; Пакистан; Gilgit; Skardu;
      Azad Kashmir; Kohistan; Basha Valley / Swat; Mingora; Hunza; Katlang; Sapat; Batakundi; Gujar Kili;
      Shigar; Chitral; Haramosh
      / pakistanisch; pachistan
    Nepal = Nepalese; Nepali; Ganesh Himal; 尼泊爾; 尼泊尔
      / / nepalais; nepalesisch; nepales`,
  'Southeast Asia': `
    Myanmar = Burma; Burmese; Burman; Birmanie; birman; birmane; Birmania; birmano; birmana; Birma;
      birmanisch; Burma (Myanmar); Myanmar (Burma); Burmese (Myanmar); Myanmar, formerly Burma; Myanma;
      Union of Myanmar; Mogok Stone Tract; Mogok Valley in Burma; Mogok, Burma; Mogok, Burma (Myanmar);
      Kachin; Shan State; Sagaing; Mandalay; 緬甸; 缅甸; 抹谷; 莫谷; 孟素; ミャンマー; ビルマ; Мьянма; Бирма / Mogok; Mong Hsu;
      Monghsu; Namya; Nanyaseik; Nam Ya; Hpakan; Hpakant; Phakant; Pyinlon; Pyin Lon; Man Sin; Mansin; Bawmar;
      Baw Mar; Kyatpyin; Pein Pyit; Dattaw; Khamti; Tawmaw; Bernardmyo; Kyaukpyatthat; Momeik; Kanbalu
      / burmesisch; burmanisch; birmanes; burmes; myanmarisch; mogoc
    Thailand = Thai; Siam; Siamese; Siamois; Thaïlande; thaïlandais; thaïlandaise; Thailandia; Tailandia;
      thailandese; 泰國; 泰国; 暹羅; 暹罗; タイ; Таиланд / Chanthaburi; Chantaburi; Chantabun; Bo Rai; Borai; Trat;
      Kanchanaburi; Bo Phloi; Phrae; Bang Kacha; Khao Ploi Waen; Nong Bon
      / thailandisch; thailandes; tailandes; siames; siamesisch
    Cambodia = Cambodian; Cambodge; cambodgien; cambodgienne; Cambogia; Camboya; Kambodscha; Kampuchea; 柬埔寨;
      カンボジア; Камбоджа; Battambang / Pailin; Ratanakiri; Bokeo; Samlaut
      / kambodschanisch; cambogian; kambodjanisch
    Vietnam = Vietnamese; Viet Nam; vietnamien; vietnamienne; vietnamita; Annam; 越南; ベトナム; Вьетнам; Yen Bai;
      Nghe An / Luc Yen; Quy Chau; An Phu; Tan Huong; Thuong Xuan
      / vietnamesisch; vietnamit; vietnames
    Laos = Lao; Laotian; 老撾; 老挝 / Ban Huai Sai; Huay Xai
      / laotisch; laotien
    Indonesia = Indonesian; Indonésie; Indonesien; Kalimantan; Martapura; Java; Sumatra; 印尼; 印度尼西亞; 印度尼西亚;
      インドネシア
      / / indonesisch
    Philippines = Philippine; Filipino; Filippine; Filipinas; Palawan; 菲律賓; 菲律宾; フィリピン
      / / philippinisch; filippin; philippin`,
  'East Asia': `
    China = Chinese; Chine; chinois; chinoise; Cina; cinese; 中國; 中国; Китай; Yunnan; Malipo; Hotan; Khotan;
      Hetian; Hetian, Xinjiang; Xinjiang; Davdar; Shandong; 和田; 和闐; 新疆; 雲南; 云南
    Japan = Japanese; Japon; japonais; japonaise; Giappone; giapponese; 日本; Tosa; Itoigawa;
      Mikimoto Pearl Island
    Taiwan = Taiwanese; Formosa; 台灣; 臺灣; 台湾; Hualien`,
  'Central Asia': `
    Afghanistan = Afghan; Afghani; afghane; Afganistán; 阿富汗; アフガニスタン; Афганистан; Nuristan; Kunar; Laghman;
      Sar-e-Sang; Sar-i Sang; Panjsher; Pandjshir; Badakhshan, Afghanistan / Panjshir; Jegdalek; Jagdalek;
      Khenj
      / afghanisch; afgan; panshir; panjshir tal; pandschir; pandschschir; pandschir tal; pandjchir; pandshir
    Tajikistan = Tajik; Tadjikistan; Tadschikistan; Tayikistán; Tagikistan; Pamir; Pamirs; Pamir Mountains;
      Kuh-i-Lal mines, in Tajikistan; Badakhshan, Tajikistan; 塔吉克斯坦; 塔吉克; タジキスタン; Таджикистан / Kuh-i-Lal;
      Kuh-e-Lal; Kuhilal; Kukhi-Lal; Snezhnoe; Snijnie
      / tadschikisch; tadjik; tagik
    Kazakhstan = Kazakh; Kasachstan; 哈薩克斯坦; 哈萨克斯坦`,
  'Middle East': `
    Persian Gulf = Arabian Gulf; Golfe Persique; Golfo Persico; Persischer Golf; Bahrain; Bahraini; Bahrein;
      Basra; Bassora; Kuwait; Qatar; 波斯灣; 波斯湾; 巴林
      / / persischen golf; golf persique
    Iran = Iranian; Persia; Persian; Perse; Persien; persan; persane; persiano; persiana; Nishapur; Neyshabur;
      Nishabur; 伊朗; 波斯; Иран
      / / persisch; iranisch; iranien; nichapour; nischapur
    Turkey = Turkish; Türkiye; Turquie; Turchia; Turquía; Türkei; Anatolia; Mugla; Milas; 土耳其
      / / turkisch; turc; turqu; turk
    Israel = Israeli; Mount Carmel; 以色列`,
  'East Africa': `
    Mozambique = Mozambican; Moçambique; Mozambico; Mosambik; mozambicain; mozambicaine; 莫桑比克; 莫三比克; モザンビーク;
      Мозамбик; Niassa; Cabo Delgado; Mavuco; Alto Ligonha / Montepuez; Namanhumbir; Chimoio; Lichinga;
      M’sawize; Nampula
      / mosambikanisch; mozambik; mozambikanisch; mosambique; mosambiquanisch; mozambiquan
    Madagascar = Madagascan; Malagasy; Malagache; malgache; malgascio; Madagaskar; 馬達加斯加; 马达加斯加; マダガスカル;
      Мадагаскар / Ilakaka; Andranondambo; Bemainty; Didy; Ambatondrazaka; Vatomandry; Zahamena; Andilamena;
      Ambilobe; Mananjary; Sakaraha; Diego Suarez; Antsirabe; Itrafo; Bekily; Betroka; Ankazobe;
      Ambondromifehy; Antetezambato; Anjanabonoina
      / madagassisch; madagassi; madegassisch; malgasci; malgach; madagascarisch; madagasy
    Tanzania = Tanzanian; Tanzanie; tanzanien; tanzanienne; tanzaniano; Tansania; Tanganyika; 坦桑尼亞; 坦桑尼亚;
      坦尚尼亞; タンザニア; Танзания; Longido; Arusha; Mount Kilimanjaro; Manyara; Lake Manyara; Mererani Hills;
      Merelani Hills / Merelani; Mererani; Mahenge; Ipanko; Umba; Tunduru; Songea; Winza; Williamson; Mwadui;
      Lemshuku; Komolo; Loliondo; Morogoro; Matombo; Ruangwa; Namtumbo; Kalalani; Simanjiro
      / tansanisch; tansanianisch; tanzanisch
    Kenya = Kenyan; Kenia; 肯尼亞; 肯尼亚; 肯亞; ケニア; Кения; Taita Taveta; Tsavo East; Tsavo West; Tsavo National Park
      / Tsavo; Taita; John Saul; Baringo; Voi; Kuranze; Garba Tula; Mangari; Kasigau; Mwatate
      / kenianisch; kenian; keniot; kenyanisch
    Ethiopia = Ethiopian; Éthiopie; éthiopien; éthiopienne; Etiopia; etiope; Äthiopien; Abyssinia; 埃塞俄比亞;
      埃塞俄比亚; 衣索比亞; エチオピア; Эфиопия; Wollo / Welo; Wello; Wegel Tena; Shakiso; Delanta; Chila; Halo-Shakiso;
      Mezezo; Kibre Mengist
      / athiopisch; etiop; ethiopisch; chaquiso
    Malawi = Malawian; Nyasaland; 馬拉維; 马拉维 / Chimwadzulu; Nyala
      / malawisch; malawit
    Uganda = Ugandan; Ouganda; 烏干達; 乌干达
      / / ugandisch; ugandes; ougandais
    Rwanda = Rwandan; Ruanda; 盧旺達; 卢旺达 / Cyangugu
    Somalia = Somali; Somalian; Somaliland; 索馬里; 索马里`,
  'Southern Africa': `
    South Africa = South African; Afrique du Sud; sud-africain; sud-africaine; Sudafrica; Sud Africa;
      sudafricano; África do Sul; Südafrika; Republic of South Africa; RSA; Cape Colony; Cape of Good Hope;
      Transvaal; Kimberley, South Africa; 南非; 南アフリカ; ЮАР; Premier (Cullinan); Cullinan Premier / Cullinan;
      Premier; De Beers; Jagersfontein; Finsch; Koffiefontein; Venetia; Wesselton; Dutoitspan
      / sudafrikanisch; sudafrican; sudafricain
    Zambia = Zambian; Zambie; zambien; zambienne; zambiano; Sambia; Northern Rhodesia; Ndola; 贊比亞; 赞比亚; 尚比亞;
      ザンビア; Замбия / Kafubu; Kagem; Kamakanga; Grizzly; Chama; Musakashi; Lufwanyama; Mapatizya; Lundazi
      / sambisch; sambianisch; zambes; zambisch
    Zimbabwe = Zimbabwean; Rhodesia; Rhodesian; Southern Rhodesia; Simbabwe; 津巴布韋; 津巴布韦; 辛巴威; ジンバブエ
      / Sandawana; Marange; Murowa; Novello
      / simbabwisch; zimbabwian; zimbabween; zimbabwes; zimbabwisch
    Botswana = Botswanan; Bechuanaland; 博茨瓦納; 博茨瓦纳; 波札那; ボツワナ / Karowe; Jwaneng; Orapa; Lucara; Letlhakane
      / botsuanisch; botswanisch; botswanais
    Namibia = Namibian; Namibie; South West Africa; 納米比亞; 纳米比亚; ナミビア / Green Dragon; Erongo; Kunene; Usakos
      / namibisch; namibien
    Lesotho = Basutoland; 萊索托; 莱索托 / Letšeng; Letšeng-la-Terae; Kao
      / lesothisch
    Angola = Angolan; 安哥拉; アンゴラ / Lulo; Catoca
      / angolanisch; angolais`,
  'Central Africa': `
    Democratic Republic of the Congo = DR Congo; DRC; D.R.C.; D.R. Congo; Congo (DRC);
      Congo, Democratic Republic of; Congo-Kinshasa; Democratic Republic of Congo;
      République démocratique du Congo; RDC; Belgian Congo; Zaire; 剛果民主共和國; 刚果民主共和国; 剛果(金); Mbuji-Mayi;
      Katanga
      / / kongolesisch; congolais; congoles
    Cameroon = Cameroonian; Cameroun; Kamerun; 喀麥隆; 喀麦隆
    Central African Republic = CAR; Centrafrique; République centrafricaine; 中非共和國; 中非共和国`,
  'West Africa': `
    Nigeria = Nigerian; nigerianisch; 尼日利亞; 尼日利亚; 奈及利亞; ナイジェリア; Нигерия; Oyo; Kaduna / Mambilla; Mambila;
      Gombe; Jos; Ofiki
      / nigerien
    Sierra Leone = Sierra Leonean; Sierra Leona; 塞拉利昂; 獅子山 / Kono; Koidu; Sewa; Yengema
      / sierra leonisch
    Guinea = Guinean; Guinée; Republic of Guinea; 幾內亞; 几内亚 / Aredor
    Ghana = Ghanaian; Gold Coast; 加納; 加纳
      / / ghanaisch; ghaneen
    Mali = Malian; Sandaré; Kayes; 馬里; 马里`,
  'North Africa': `
    Egypt = Egyptian; Égypte; égyptien; Egitto; Egipto; Ägypten; Zabargad; Zebirget; St. John's Island;
      Red Sea; Cleopatra's Mines; Sinai; 埃及
      / / agyptisch; egizian
    Morocco = Moroccan; Maroc; Marocco; Marruecos; Marokko; 摩洛哥
      / / marokkanisch; marocain; marocchin`,
  Europe: `
    Baltic = Baltic Sea; Baltique; Mer Baltique; Baltico; Ostsee; Kaliningrad; Königsberg; Palanga; Samland;
      波羅的海; 波罗的海; Балтика
      / / baltisch; balte
    Italy = Italian; Italie; Italia; italiano; Italien; Sardinia; Sardegna; Sciacca; Torre del Greco; Alghero;
      Val Malenco; 意大利; 義大利 / Valmalenco
      / sardinian; sarde; sardisch; italienisch
    Mediterranean = Mediterranean Sea; Méditerranée; Mediterraneo; Mittelmeer; 地中海
      / / mediterraneen
    Germany = German; Allemagne; Germania; Deutschland; Idar-Oberstein; Idar; Eifel; Saxony; Schneckenstein;
      德國; 德国
    Austria = Austrian; Autriche; Österreich; 奧地利; 奥地利 / Habachtal
      / osterreichisch; autrichien; austriac
    Czech Republic = Czech; Czechia; Bohemia; Bohemian; Bohême; Boemia; Böhmen; 捷克 / Podsedice
      / bohmisch; boemi; bohemien; tschechisch
    Slovakia = Slovak; Slovaquie; Dubník; Czerwenitza; 斯洛伐克
    Norway = Norwegian; Norvège; Norvegia; Norwegen; Eidsvoll; 挪威 / Byrud
      / norwegisch; norvegien; norveges
    Finland = Finnish; Finlande; Finlandia; Finnland; Ylämaa; 芬蘭; 芬兰
    Spain = Spanish; Espagne; Spagna; España; Spanien; 西班牙
    United Kingdom = Scotland; Scottish; River Tay; Whitby; Derbyshire; Blue John Cavern; Cornwall; Wales;
      England; UK; Great Britain; 英國; 英国
      / / schottisch; ecossais; scozzes`,
  'Northern Asia': `
    Russia = Russian; Russe; Russie; russo; Rusia; Russland; Russian Federation; Ural; Urals; Ural Mountains;
      Oural; Urali; Ural, Russia; Siberia; Siberian; Sibérie; Yakutia; Yakutsk; Sakha; Ekaterinburg;
      Yekaterinburg; 俄羅斯; 俄罗斯; 烏拉爾; 乌拉尔; ロシア; Россия; Урал / Malysheva; Malyshevskoye; Tokovaya; Takovaya;
      Mirny; Bobrovka; Karkodino; Mursinka
      / russisch; sibirien; ouralien; uralisch
    Mongolia = Mongolian; Mongolie; Mongolei; 蒙古
      / / mongolisch; mongol`,
  'North America': `
    United States = USA; U.S.A.; US; United States of America; American; États-Unis; Stati Uniti;
      Estados Unidos; Vereinigte Staaten; Montana; California; San Benito County; San Benito, California;
      Benitoite Gem; San Diego County; Arizona; Nevada; Utah; Wah Wah Mountains; Maine; Oregon; New Mexico;
      North Carolina; Hiddenite, North Carolina; Arkansas; Mississippi River; Tennessee; 美國; 美国; アメリカ; США
      / Yogo; Yogo Gulch; Rock Creek; Sleeping Beauty; Bisbee; Pala; Himalaya Mine, California;
      Crater of Diamonds; Dunton
      / amerikanisch; americain; sierra nevada
    Canada = Canadian; canadien; canadienne; Kanada; Northwest Territories; Alberta; British Columbia; Yukon;
      Labrador; Baffin Island; Nunavut; 加拿大; カナダ / Ekati; Diavik; Victor; Gahcho Kué; Snap Lake
      / kanadisch; canades
    Greenland = Greenlandic; Grönland; Groenland; Groenlandia; Aappaluttoq; Fiskenæsset; 格陵蘭; 格陵兰
      / / gronlandisch; groenlandais
    Mexico = Mexican; Mexique; Messico; Mexiko; Querétaro; Baja California; La Paz; Sea of Cortez;
      Gulf of California; 墨西哥
      / / mexikanisch; messican; mexicain`,
  'Central America and Caribbean': `
    Caribbean = Caribbean Sea; Caraïbes; Caraibi; Caribe; Karibik; Bahamas; Turks and Caicos; West Indies;
      加勒比海; 加勒比
    Guatemala = Guatemalan; Motagua; Motagua Valley; Olmec; 危地馬拉; 危地马拉; 瓜地馬拉
    Dominican Republic = Dominican; République dominicaine; República Dominicana; Hispaniola; Barahona; 多米尼加
      / / dominikanisch; dominicain
    Panama = Panamanian; Pearl Islands; Gulf of Panama; Archipiélago de las Perlas; 巴拿馬; 巴拿马
    Honduras = Honduran; Erandique; 洪都拉斯`,
  'South America': `
    Colombia = Colombian; Columbia; Columbian; Columbian Andes; Colombian Andes; Colombie; colombien;
      colombienne; colombiano; colombiana; Kolumbien; kolumbianisch; New Granada; Boyacá; Cundinamarca; 哥倫比亞;
      哥伦比亚; 木佐; コロンビア; Колумбия / Muzo; Chivor; Coscuez; Cosquez; Gachalá; Peñas Blancas; La Pita; Cunas;
      Puerto Arturo; Quipama; Somondoco; Maripi; Yacopí; Pauna; Otanche; San Pablo de Borbur
      / kolumbisch; muso; mouzo
    Brazil = Brazilian; Brésil; brésilien; brésilienne; Brasil; Brasile; brasiliano; brasiliana; Brasilien;
      brasileiro; brasilianisch; 巴西; ブラジル; Бразилия; Paraíba, Brazil; Minas Gerais; Bahia; Diamantina;
      Rio Grande do Norte; Goiás; Parelhas; São José da Batalha; Teófilo Otoni; Governador Valadares
      / Batalha; Mulungu; Alto dos Quintos; Ouro Preto; Capão; Hematita; Belmont; Itabira; Nova Era; Carnaíba;
      Santa Terezinha; Cruzeiro; Santa Maria de Itabira; Malacacheta; Araçuaí; Itambacuri; Padre Paraíso
      / brasilisch; brasilian; mina gerais
    Venezuela = Venezuelan; Cubagua; Isla Margarita; Margarita Island; Guaniamo; 委內瑞拉; 委内瑞拉
      / / venezolanisch; venezuelien
    Peru = Peruvian; Pérou; Acari; 秘魯; 秘鲁
      / / peruanisch; peruvien; peruan
    Bolivia = Bolivian; Bolivie; Bolivien; 玻利維亞; 玻利维亚 / Anahí; La Gaiba
      / bolivianisch
    Uruguay = Uruguayan; Artigas; 烏拉圭; 乌拉圭
      / / uruguayisch; uruguaian; uruguayen
    Chile = Chilean; Chili; Cile; Coquimbo; Flor de los Andes; 智利
    Argentina = Argentine; Argentinian; Catamarca; 阿根廷 / Capillitas
      / argentinisch
    Guyana = Guyanese; British Guiana; 圭亞那; 圭亚那`,
  Oceania: `
    Australia = Australian; Australie; australien; australienne; australiano; australiana; australisch; 澳洲;
      澳大利亞; 澳大利亚; オーストラリア; Австралия; Queensland; New South Wales; South Australia; Western Australia;
      East Kimberley; Broome; Argyle, Western Australia; Winton; Quilpie; Anakie; Inverell / Argyle;
      Ellendale; Lightning Ridge; Coober Pedy; White Cliffs; Andamooka; Mintabie; Rubyvale; Marlborough;
      Merlin; Subera; Kings Plains
      / barrington tops
    French Polynesia = Polynesian; Tahiti; Tahitian; Polynésie française; Polynésie; Tuamotu; Gambier Islands;
      大溪地; 法屬波利尼西亞; タヒチ
      / / polynesisch; polynesien; polinesian
    New Zealand = Aotearoa; Nouvelle-Zélande; Neuseeland; West Coast, New Zealand; 新西蘭; 新西兰; 紐西蘭
      / / neuseelandisch
    Papua New Guinea = PNG; Milne Bay; 巴布亞新畿內亞`,
};

type Region = keyof typeof namesByRegion;

/** The regions of origins. */
export const regions = Object.keys(namesByRegion) as Region[];

const originTerms = regions.flatMap((region) =>
  entriesOf(namesByRegion[region]).map((entry) => origin(region, ...entry)),
);

/** Origins by any of their names: mines, districts, adjectives, old names and other languages lead to theirs. */
export const origins = createVocabulary(originTerms, { endsInWhole: true });

/** Mines, districts and valleys are also recognized as "X mine", "X mines", "X valley", "X Myanmar". */
function origin(region: Region, name: string, synonyms: string, minesOf: string, others: string): Origin {
  const mines = listed(minesOf);
  const variants = mines.flatMap((mine) =>
    ['mine', 'mines', 'valley', 'district', 'area', 'region', name].map((word) => `${mine} ${word}`),
  );
  return { name, region, synonyms: [...listed(synonyms), ...mines], variants, others: listed(others) };
}
