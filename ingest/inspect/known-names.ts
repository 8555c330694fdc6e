import { fold, listed } from '../../mappings/vocabulary/vocabulary.ts';
import { currencyInName } from '../record/prices/read-money.ts';

/**
 * Names of columns by what they hold, folded and without a currency, in English, French, German, Italian, Spanish,
 * Portuguese, Dutch, Polish, Swedish, Danish, Norwegian, Russian, Chinese and Japanese. Of several columns with one meaning
 * the name that stands first counts. A name that may mean two things is not here, or under a meaning that is asked about.
 */
const names = {
  id: `id; uid; uuid; key; sku; ref; reference; lot id; item id; object id; listing id; product id; stone id; stock no; stock number;
    stock id; stock; inventory no; inventory number; item no; item number; article number; parcel; symbol; no; nr; number; numer; nummer; numéro; número; n°; nº; référence; réf; Referenz;
    Artikelnummer; Objektnummer; riferimento; codice; código; referencia; referência; 编号; 管理番号; артикул`,
  lot_number: `lot number; lot no; lot; lot nr; lot #; lot full; lot no full; n° de lot; numéro de lot; no lot; Los; Losnummer; Los Nr; Lotto; numero lotto;
    n lotto; Lote; número de lote; nº lote; Kavel; kavelnummer; kavel nr; nr lotu; numer lotu; pozycja; Utrop; katalognr; Lotnummer; varenummer;
    лот; номер лота; 图录号; 拍品号; 拍品编号; ロット; ロット番号`,
  title: `title; lot title; item title; object title; name; lot name; item name; product name; item; heading; headline; description; lot description;
    item description; details; detail; Titre; désignation; libellé; intitulé; descriptif; Titel; Bezeichnung; Gegenstand; Objekt; Beschreibung;
    Titolo; oggetto; descrizione; Título; nombre; artículo; descripción; objeto; nome; descrição; Omschrijving; naam; voorwerp; Nazwa; Tytuł; opis;
    przedmiot; Benämning; föremål; beskrivning; betegnelse; beskrivelse; название; наименование; описание; 拍品名称; 名称; 标题; 品名; 商品名; タイトル`,
  gem_type: `gem type; gem; gemstone; gem name; stone type; stone; stone name; main stone; variety; species; gem variety; gemstone type; pierre; gemme;
    type de pierre; Edelstein; Stein; Steinart; Hauptstein; gemma; pietra; tipo di pietra; gema; piedra; tipo de piedra; pedra; tipo de pedra; Edelsteen; steen;
    Kamień; kamień szlachetny; rodzaj kamienia; Sten; ädelsten; stentyp; ædelsten; edelsten; камень; 宝石; 宝石种类; 主石; 石種`,
  carat: `carat; carats; ct; cts; crt; carat weight; weight ct; weight carat; weight carats; weight in carats; carat weight ct; stone weight ct;
    gem weight ct; stone carat; size ct; poids ct; poids carats; poids en carats; Karat; Karatgewicht; Gewicht ct; Gewicht Karat; Carati; carato;
    peso ct; peso carati; peso in carati; Quilates; peso quilates; peso en quilates; peso em quilates; Karaat; gewicht karaat; Masa ct; waga ct;
    karaty; vikt ct; vægt ct; vekt ct; вес карат; караты; 克拉; 克拉重; 重量 克拉; 重量 ct; カラット`,
  weight: `weight; stone weight; gem weight; wt; size; Poids; Gewicht; Steingewicht; peso; waga; masa; vikt; vægt; vekt; вес; масса; 重量`,
  origin: `origin; country of origin; geographic origin; gem origin; stone origin; origine; pays d'origine; Herkunft; Herkunftsland; origen; país de origen;
    procedencia; origem; país de origem; Herkomst; Pochodzenie; kraj pochodzenia; ursprung; oprindelse; opprinnelse; происхождение; 产地; 原産地`,
  treatment: `treatment; treatments; enhancement; enhancements; traitement; Behandlung; trattamento; tratamiento; tratamento; Behandeling;
    obróbka; behandling; облагораживание; 处理; 優化處理; 処理`,
  labs: `lab; labs; laboratory; certificate lab; cert lab; report lab; grading lab; certification; laboratoire; Labor; laboratorio; laboratório;
    Laboratorium; лаборатория; 鉴定机构; 鑑別機関`,
  report_numbers: `report no; report number; report #; certificate no; certificate number; certificate #; cert no; cert number; lab report no;
    numéro de certificat; Zertifikatsnummer; numero certificato; número de certificado; certificaatnummer; numer certyfikatu; 证书编号`,
  auction_house: `auction house; auctioneer; house; maison de vente; maison de ventes; Auktionshaus; casa d'asta; casa d'aste; casa de subastas;
    casa de leilões; leiloeira; Veilinghuis; dom aukcyjny; auktionshus; аукционный дом; 拍卖行; オークション会社`,
  sale: `sale; sale name; sale title; sale number; sale no; sale id; auction name; auction title; auction number; auction no; auction id; auction;
    vente; nom de la vente; numéro de vente; n° de vente; Auktion; Auktionsnummer; Auktionstitel; asta; titolo asta; numero asta; subasta;
    nombre de la subasta; leilão; nome do leilão; Veiling; aukcja; nazwa aukcji; аукцион; 拍卖会; 专场; オークション`,
  location: `sale location; auction location; saleroom; lieu de vente; Auktionsort; luogo dell'asta; lugar de la subasta; local do leilão; veilinglocatie;
    miejsce aukcji; 拍卖地点`,
  url: `url; lot url; item url; product url; page url; link; lot link; web page; permalink; lien; enlace; href; 链接`,
  image_url: `image; image url; photo; photo url; picture; picture url; main image; bild; bild url; immagine; imagen; imagem; afbeelding; zdjęcie; 图片`,
  sale_date: `sale date; date of sale; auction date; date of auction; sold date; date sold; sold on; hammer date; date de vente; date de la vente;
    date d'adjudication; Auktionsdatum; Datum der Auktion; Auktionstag; Verkaufsdatum; Versteigerungsdatum; data dell'asta; data asta; data di vendita;
    data vendita; fecha de la subasta; fecha de subasta; fecha de venta; data do leilão; data da venda; data de venda; Veilingdatum; verkoopdatum; datum veiling;
    data sprzedaży; data aukcji; auktionsdatum; försäljningsdatum; salgsdato; auksjonsdato; auktionsdato; дата продажи; дата торгов; дата аукциона; 拍卖日期;
    成交日期; 落札日; 開催日`,
  date: `date; day; when; year; month; Datum; Tag; Jahr; data; fecha; año; ano; dato; dag; rok; dzień; дата; 日期; 日付; start date; end date; ends; ended;
    ended on; end time; closes; closed; closing; closing date; closing time; closed on; auction end; auction ended; auction ends; auction start; date de fin;
    date de clôture; Enddatum; Endet; fine asta; data fine; fecha de cierre; data de encerramento; einddatum; sluit; data zakończenia; slutdatum; slutdato`,
  sale_status: `status; sale status; lot status; auction status; result; outcome; sale result; availability; statut; résultat; disponibilité; état de la vente;
    Ergebnis; Verfügbarkeit; Auktionsergebnis; stato; esito; risultato; disponibilità; estado; resultado; disponibilidad; disponibilidade; situação;
    resultaat; uitslag; beschikbaarheid; stan; wynik; dostępność; utfall; resultat; tilgængelighed; результат; статус; 状态; 结果; 成交状态; 結果`,
  sold: `sold; is sold; was sold; vendu; verkauft; venduto; vendido; arrematado; verkocht; sprzedany; sprzedane; såld; solgt; продан; 是否成交;
    reserve met; reserve reached; met reserve; prix de réserve atteint; Limit erreicht; riserva raggiunta; reserva alcanzada`,
  unsold: `unsold; is unsold; not sold; bought in; passed; invendu; unverkauft; nicht verkauft; invenduto; no vendido; não vendido; onverkocht; niesprzedany; osåld; usolgt`,
  hammer: `hammer; adjugé; adjugé à; aggiudicato; adjudicado; hammer price; price hammer; price hammer price; hammer amount; hammer price without premium; price without premium; price excluding premium; prix marteau;
    prix au marteau; adjudication; prix d'adjudication; marteau; Zuschlag; Zuschlagspreis; Zuschlagpreis; Hammerpreis; prezzo di aggiudicazione; aggiudicazione;
    prezzo di martello; remate; precio de remate; precio de martillo; precio de adjudicación; adjudicación; valor de martelo; preço de martelo; Hamerprijs; hamerslag;
    cena młotkowa; klubbat pris; klubbslag; hammerslag; hammerslagspris; 落槌价; цена молотка`,
  premium: `price with premium; price including premium; price incl premium; total with premium; price with buyer's premium; price including buyer's premium;
    realized price inc premium; price incl buyer's premium; hammer premium; price hammer premium; premium price; prix frais compris; prix avec frais;
    Preis inkl Aufgeld; Preis mit Aufgeld; Endpreis inkl Aufgeld; prezzo con diritti; precio con comisión; preço com comissão; prijs incl opgeld; cena z opłatą;
    成交价 含佣金`,
  sold_price: `realised; realized; realised amount; realized amount; price realised; price realized; realised price; realized price; sold price; sold for; final price; price sold;
    price final; winning bid; prix réalisé; prix adjugé; vendu pour; Erlös; Endpreis; verkauft für; prezzo realizzato; realizzo;
    prezzo finale; precio final; vendido por; preço final; valor final; opbrengst; cena końcowa;
    slutpris; итоговая цена; 成交价; 成交价格; 落札価格; 落札価格`,
  price: `price; sale price; selling price; amount; price amount; value; prix de vente; Verkaufspreis; prezzo di vendita; precio de venta; preço de venda; verkoopprijs;
    cena sprzedaży; försäljningspris; salgspris; цена продажи; prix; montant; Preis; Betrag; prezzo; importo; precio; importe; preço; valor; prijs; bedrag; cena; kwota; pris; belopp; beløb; цена;
    价格; 金额; 価格`,
  asking: `asking price; list price; ask; ask price; price asked; offer price; retail price; buy now price; buy it now; prix demandé; prix affiché; Angebotspreis;
    Listenpreis; prezzo richiesto; prezzo di listino; precio de lista; precio solicitado; preço pedido; vraagprijs; cena ofertowa;
    begärt pris; forlangt pris; 标价; 售价; 販売価格`,
  per_carat: `ppc; per carat; price per carat; price per ct; price ct; ct price; rate per carat; prix au carat; prix par carat; Preis pro Karat; Preis je Karat; Karatpreis;
    prezzo al carato; prezzo per carato; precio por quilate; preço por quilate; prijs per karaat; cena za karat; cena za ct; pris per karat; pris pr karat;
    цена за карат; 每克拉价格; 克拉单价`,
  bid: `bid; current bid; highest bid; high bid; top bid; last bid; final bid; bid amount; enchère; enchère actuelle; dernière enchère; Gebot; Höchstgebot; aktuelles Gebot;
    Meistgebot; offerta; offerta attuale; offerta più alta; puja; puja actual; puja más alta; lance; lance atual; maior lance; bod; hoogste bod; huidig bod; oferta;
    najwyższa oferta; bud; högsta bud; højeste bud; ставка; 当前价; 最高出价; 現在価格`,
  currency: `currency; currency code; currency symbol; price currency; price currency code; price currency symbol; sale currency; ccy; currency iso code; devise; monnaie;
    Währung; valuta; moneta; moneda; divisa; moeda; waluta; валюта; 货币; 币种; 通貨`,
};

/** What a column holds by its name. */
export type Meaning = keyof typeof names;

const meanings = new Map(
  Object.entries(names).flatMap(([meaning, list]) =>
    listed(list).map((name, rank) => [fold(name), { meaning: meaning as Meaning, rank }] as const),
  ),
);

/** "Cena/ct", "$ per carat": whatever the price is called. */
const perCarat =
  /(?:\/|\b(?:per|pro|je|par|au|al|por|za|pr)\s+)(?:cts?|carats?|karat|kara?at|carato|quilate|карат)\b/iu;

/** Parts of a record that JSON files have: "lot.title", "price.amount". */
const within = /^(?:lot|item|object|product|price) (?=.)/;

/**
 * Finds what a column holds by its exact name.
 * @returns its meaning, if it has one, with the place of the name among those of the meaning; the first counts most. Of a
 *   currency in the name, the codes that it may mean and how it is written
 */
export function knownName(column: string) {
  const { rest, text, codes } = currencyInName(column);
  const name = fold(rest);
  const found = perCarat.test(rest)
    ? { meaning: 'per_carat' as const, rank: 0 }
    : (meanings.get(fold(column)) ?? meanings.get(name) ?? meanings.get(name.replace(within, '')));
  return { rank: 0, ...found, ...(codes && { codes, sign: text! }) };
}
