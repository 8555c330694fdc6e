import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { proposeProfile } from '../../../../ingest/inspect/propose-profile.ts';
import { profiledRecords } from '../../../support/profiled-records.ts';
import { type Answers, importAnswered, inOneLine, inspected, withFile } from './import-answered.ts';

/** A kind of file that went wrong once, with the answers of a person who knows it, and what must be read. */
interface Case {
  kind: string;
  file: string;
  content: string;
  encoding?: string;
  answers: Answers;
  /** What is asked, in its order. */
  asks: string;
  /** A line for each record, as `inOneLine` writes it, or the code of the reject. */
  truth: string;
}

const cases: Case[] = [
  {
    kind: 'K01 amounts in words',
    file: 'lots.csv',
    content: `Lot,Title,Price,Auction date
1,Ruby ring,$1.4 million,2023-11-05
2,Opal ring,$720K,2023-11-05
3,Pearl ring,"$8,100",2023-11-05`,
    answers: { currency: 'US Dollar', price: 'for the stone', status: 'with buyer' },
    asks: 'status currency',
    truth: `Ruby - | USD 1400000 premium | sold | 2023-11-05
Opal - | USD 720000 premium | sold | 2023-11-05
Pearl - | USD 8100 premium | sold | 2023-11-05`,
  },
  {
    kind: 'K02 a sign of three currencies',
    file: 'lots.csv',
    content: `Lot,Title,Hammer price,Status,Auction date
1,Sapphire ring,11 500 kr,Sold,2023-11-05
2,Ruby ring,7 200 kr,Sold,2023-11-05`,
    answers: { currency: 'Norwegian' },
    asks: 'currency',
    truth: `Sapphire - | NOK 11500 hammer | sold | 2023-11-05
Ruby - | NOK 7200 hammer | sold | 2023-11-05`,
  },
  {
    kind: 'K02 a column of signs',
    file: 'lots.csv',
    content: `Lot,Title,Carat,Hammer Price,Currency Symbol,Status,Auction date
1,Sapphire ring,2.2,1300,£,Sold,2023-11-05
2,Ruby ring,1.2,800,HK$,Sold,2023-11-05`,
    answers: {},
    asks: '',
    truth: `Sapphire 2.2 | GBP 1300 hammer | sold | 2023-11-05
Ruby 1.2 | HKD 800 hammer | sold | 2023-11-05`,
  },
  {
    kind: 'K02 a price in two currencies',
    file: 'lots.csv',
    content: `Ref,Title,Hammer price,Status,Sale date
A1,Sapphire ring,"HK$ 142,000 (US$18,300)",Sold,2023-11-05
A2,Ruby ring,"CHF 2,500",Sold,2023-11-05`,
    answers: {},
    asks: '',
    truth: `Sapphire - | HKD 142000 hammer | sold | 2023-11-05
Ruby - | CHF 2500 hammer | sold | 2023-11-05`,
  },
  {
    kind: 'K02 a sign alone and beside a code',
    file: 'lots.csv',
    content: `Ref,Title,Hammer price,Status,Sale date
A1,Sapphire ring,$500,Sold,2023-11-05
A2,Ruby ring,"$1,000 AUD",Sold,2023-11-05`,
    answers: { currency: 'US Dollar' },
    asks: 'currency',
    truth: `Sapphire - | USD 500 hammer | sold | 2023-11-05
bad_price`,
  },
  {
    kind: 'K03 an estimate beside the price',
    file: 'lots.csv',
    content: `Lot,Title,Estimated Price,Sold For,Auction date
1,Sapphire ring,40,60,2023-11-05
2,Ruby ring,300,Not sold,2023-11-05`,
    answers: { currency: 'Euro', basis: 'not known' },
    asks: 'basis currency',
    truth: `Sapphire - | EUR 60 unknown | sold | 2023-11-05
Ruby - | - | unsold | 2023-11-05`,
  },
  {
    kind: 'K04 a flag that is no status',
    file: 'lots.csv',
    content: `Lot,Title,Hammer GBP,Not Published Results,Lot Status,Auction date
1,Sapphire ring,1100,false,SOLD,2023-11-05
2,Ruby ring,0,false,BI,2023-11-05`,
    answers: {},
    asks: '',
    truth: `Sapphire - | GBP 1100 hammer | sold | 2023-11-05
Ruby - | - | unsold | 2023-11-05`,
  },
  {
    kind: 'K05 a closing day',
    file: 'lots.csv',
    content: `Auction No.,Lot No.,Name,Auction Ended,Sold For
3125,1,Sapphire ring,"Aug 29, 2025","€18,600.00"
3121,2,Ruby ring,"Jan 13, 2025 9:00 PM","€31,200.00"`,
    answers: { price: 'for the stone', status: 'not known whether', date: '"Auction Ended"' },
    asks: 'status date',
    truth: `Sapphire - | EUR 18600 unknown | sold | 2025-08-29
Ruby - | EUR 31200 unknown | sold | 2025-01-13`,
  },
  {
    kind: 'K06 a day or a year',
    file: 'lots.csv',
    content: `Ref,Title,Price USD,Date
A1,Sapphire ring,100,Sep 28
A2,Ruby ring,120,Oct 14`,
    answers: { price: 'for the stone', status: 'offered', id: '"Ref"' },
    asks: 'status price',
    truth: `Sapphire - | USD 100 | listing | -
Ruby - | USD 120 | listing | -`,
  },
  {
    kind: 'K06 the day of a certificate',
    file: 'stock.csv',
    content: `Ref,Title,Carat,Price USD,Cert Date
A1,Sapphire,2.1,1000,2021-03-11
A2,Ruby,1.1,900,2019-02-01`,
    answers: { price: 'for the stone', status: 'offered' },
    asks: 'status price',
    truth: `Sapphire 2.1 | USD 1000 | listing | -
Ruby 1.1 | USD 900 | listing | -`,
  },
  {
    kind: 'K06 either order of day and month',
    file: 'lots.csv',
    content: `Lot,Title,Hammer USD,Status,Sale date
1,Sapphire ring,100,Sold,05/11/2023
2,Ruby ring,120,Sold,06/11/2023`,
    answers: { date: 'the day is first' },
    asks: 'date',
    truth: `Sapphire - | USD 100 hammer | sold | 2023-11-05
Ruby - | USD 120 hammer | sold | 2023-11-06`,
  },
  {
    kind: 'K07 a description beside the name',
    file: 'stones.json',
    content: `[{ "ref": "g1", "name": "Royal Blue Sapphire", "weight": "4.2 Carats", "description": "Better than many an emerald.", "photos": [{ "u": 1 }] },
 { "ref": "g2", "name": "Mint Tourmaline", "weight": "5.3 Carats", "description": "Often taken for an emerald.", "photos": [] }]`,
    answers: {},
    asks: '',
    truth: `Sapphire 4.2 | - | unknown | -
Tourmaline 5.3 | - | unknown | -`,
  },
  {
    kind: 'K08 a file of one gem',
    file: 'diamonds.csv',
    content: `carat,cut,color,clarity,price
0.52,Very Good,I,SI2,780
0.94,Ideal,H,IF,6240`,
    answers: {
      gem: 'Diamond',
      currency: 'US Dollar',
      price: 'for the stone',
      status: 'offered',
      id: 'all columns',
    },
    asks: 'gem status currency price id',
    truth: `Diamond 0.52 | USD 780 | listing | -
Diamond 0.94 | USD 6240 | listing | -`,
  },
  {
    kind: 'K10 a sale with lots',
    file: 'sales.json',
    content: `[{ "date": "2016-12-09", "currency": "GBP", "name": "Jewels",
   "lots": [{ "lot_number": "650", "title": "Sapphire ring", "hammer_price": 1960 }, { "lot_number": "651", "title": "Ruby ring", "hammer_price": 800 }] }]`,
    answers: { price: 'for the stone', status: 'were sold' },
    asks: 'status',
    truth: `Sapphire - | GBP 1960 hammer | sold | 2016-12-09
Ruby - | GBP 800 hammer | sold | 2016-12-09`,
  },
  {
    kind: 'K11 a line for Excel above the header',
    file: 'lots.csv',
    content: `sep=;
Lot;Title;Carat;Hammer EUR;Status;Sale date
1;Sapphire ring;2.35;1200;Sold;2023-11-05`,
    answers: {},
    asks: '',
    truth: `Sapphire 2.35 | EUR 1200 hammer | sold | 2023-11-05`,
  },
  {
    kind: 'K12 notations of numbers',
    file: 'lose.csv',
    content: `Los;Titel;Zuschlag;Ergebnis;Auktionsdatum
1;Ring mit Saphir;€ 1.200,-;verkauft;05.11.2023
2;Ring mit Rubin;€ 12.500,-;verkauft;05.11.2023`,
    answers: {},
    asks: '',
    truth: `Sapphire - | EUR 1200 hammer | sold | 2023-11-05
Ruby - | EUR 12500 hammer | sold | 2023-11-05`,
  },
  {
    kind: 'K12 lakhs',
    file: 'stock.csv',
    content: `SKU,Title,Carat,Asking price
A1,Sapphire,2.35,"₹1,25,000"
A2,Ruby,1.1,"₹12,50,000"`,
    answers: { price: 'for the stone' },
    asks: 'price',
    truth: `Sapphire 2.35 | INR 125000 | listing | -
Ruby 1.1 | INR 1250000 | listing | -`,
  },
  {
    kind: 'K13 a range with a slash',
    file: 'lots.csv',
    content: `Lot,Title,Estimate CHF,Sold,Auction date
1,Sapphire ring,CHF 180 / 240,350,2023-11-05
2,Ruby ring,CHF 500 / 700,518,2023-11-05`,
    answers: {},
    asks: '',
    truth: `Sapphire - | - | unknown | 2023-11-05
Ruby - | - | unknown | 2023-11-05`,
  },
  {
    kind: 'K13 texts and ranges among the prices',
    file: 'lots.csv',
    content: `Lot,Title,Hammer EUR,Status,Sale date
1,Sapphire ring,1200,Sold,2023-11-05
2,Ruby ring,800 - 900,Sold,2023-11-05
3,Opal ring,700 (see note),Sold,2023-11-05
4,Pearl ring,700,Sold,2023-11-05
5,Garnet ring,after negotiation,Sold,2023-11-05`,
    answers: {},
    asks: '',
    truth: `Sapphire - | EUR 1200 hammer | sold | 2023-11-05
bad_price
bad_price
Pearl - | EUR 700 hammer | sold | 2023-11-05
bad_price`,
  },
  {
    kind: 'K22 a reserve that is met without a bid',
    file: 'lots.csv',
    content: `Lot,Title,Current bid EUR,Reserve met,Sale date
1,Sapphire ring,1200,true,2023-11-05
2,Ruby ring,0,true,2023-11-05
3,Opal ring,90,false,2023-11-05`,
    answers: { status: ['over', 'unsold'] },
    asks: 'status status',
    truth: `Sapphire - | - | unknown | 2023-11-05
Ruby - | - | unknown | 2023-11-05
Opal - | - | unsold | 2023-11-05`,
  },
  {
    kind: 'K14 points',
    file: 'stock.csv',
    content: `Ref,Title,Weight,Asking price USD
A1,Diamond,50 points,1000
A2,Diamond,0.75 ct,1500`,
    answers: { price: 'for the stone' },
    asks: 'price',
    truth: `Diamond 0.5 | USD 1000 | listing | -
Diamond 0.75 | USD 1500 | listing | -`,
  },
  {
    kind: 'K15 HTML',
    file: 'lots.csv',
    content: `Lot,Description,Hammer USD,Status,Sale date
1,"<p>A Burmese ruby &amp; diamond ring, 3.02&nbsp;ct</p>",1200,Sold,2023-11-05`,
    answers: {},
    asks: '',
    truth: `Ruby 3.02 | USD 1200 hammer | sold | 2023-11-05`,
  },
  {
    kind: 'K16 two addresses',
    file: 'lots.csv',
    content: `Lot,Title,auction_url,lot_url,Hammer USD,Status,Sale date
1,Sapphire ring,https://h.example/9,https://h.example/9/1,100,Sold,2023-11-05
2,Ruby ring,https://h.example/9,https://h.example/9/2,100,Sold,2023-11-05`,
    answers: {},
    asks: '',
    truth: `Sapphire - | USD 100 hammer | sold | 2023-11-05
Ruby - | USD 100 hammer | sold | 2023-11-05`,
  },
  {
    kind: 'K17 words of shops',
    file: 'stock.csv',
    content: `sku,title,gem,carat,origin,treatment,lab,asking price usd
A1,Sapphire,Sapphire,2.4,"Pelmadulla, Sri Lanka",Regular heat,NGJA Certified,900
A2,Ruby,Ruby,1.1,"Ratnapura, Sri Lanka",Heat only,AGSL,800`,
    answers: { price: 'for the stone' },
    asks: 'price',
    truth: `Sapphire 2.4 | USD 900 | listing | -
Ruby 1.1 | USD 800 | listing | -`,
  },
  {
    kind: 'K18 Polish',
    file: 'lots.csv',
    content: `Nr;Nazwa;Kamień;Cena końcowa;Waluta;Data sprzedaży;Wynik
P-1;Pierścień z żółtym szafirem, 2,15 ct;Szafir;4200;PLN;2024-03-16;sprzedany
P-2;Wisiorek ze szmaragdem, 1,08 ct;Szmaragd;;PLN;2024-03-16;niesprzedany
P-3;Szpilka z opalem;Opal;;PLN;2024-03-16;wycofany`,
    answers: { basis: 'hammer price' },
    asks: 'basis',
    truth: `Sapphire 2.15 | PLN 4200 hammer | sold | 2024-03-16
Emerald 1.08 | - | unsold | 2024-03-16
Opal - | - | withdrawn | 2024-03-16`,
  },
  {
    kind: 'K18 Chinese',
    file: 'lots.csv',
    content: `图录号,拍品名称,主石,成交价(人民币),拍卖日期,结果
7001,天然红宝石戒指 2.35克拉,红宝石,86000,2024-05-18,成交
7003,蓝宝石吊坠,蓝宝石,,2024-05-18,流拍`,
    answers: { basis: 'hammer price' },
    asks: 'basis',
    truth: `Ruby - | CNY 86000 hammer | sold | 2024-05-18
Sapphire - | - | unsold | 2024-05-18`,
  },
  {
    kind: 'K19 a bare price',
    file: 'stones.csv',
    content: `Parcel,Stone,Weight,Shape,Price
HB-1,Sapphire,3.10,Oval,950
HB-2,Ruby,0.62,Cushion,2100`,
    answers: { weight: 'in carats', currency: 'US Dollar', price: 'per carat', status: 'offered' },
    asks: 'status currency price weight',
    truth: `Sapphire 3.1 | USD 2945 | listing | -
Ruby 0.62 | USD 1302 | listing | -`,
  },
  {
    kind: 'K19 a name that says per carat',
    file: 'stones.csv',
    content: `Symbol;Kamień;Masa ct;Cena/ct USD;Stan
S-1;Szafir;2,40;310;na sprzedaż
S-2;Turmalin;6,15;85;na sprzedaż`,
    answers: {},
    asks: '',
    truth: `Sapphire 2.4 | USD 744 | listing | -
Tourmaline 6.15 | USD 522.75 | listing | -`,
  },
  {
    kind: 'K20 stock that is not sold',
    file: 'stock.csv',
    content: `Stock no,Description,Stone weight ct,Asking price GBP,Sold
W2,Sapphire line bracelet,6.50,7800,False
W3,Georgian garnet brooch,,1450,False`,
    answers: { price: 'for the stone' },
    asks: 'price',
    truth: `Sapphire 6.5 | GBP 7800 | listing | -
Garnet - | GBP 1450 | listing | -`,
  },
  {
    kind: 'K20 a shop without a status',
    file: 'shop.json',
    content: `{ "products": [{ "sku": "L-1", "name": "Loose tanzanite, oval, 2.41 ct", "price": "USD 1,120", "in_stock": true },
 { "sku": "L-2", "name": "Loose peridot, cushion, 4.08 ct", "price": "USD 410", "in_stock": true }] }`,
    answers: { price: 'for the stone', status: 'offered' },
    asks: 'status price',
    truth: `Tanzanite 2.41 | USD 1120 | listing | -
Peridot 4.08 | USD 410 | listing | -`,
  },
  {
    kind: 'K20 sold and offered in one list',
    file: 'stock.csv',
    content: `Stock no,Description,Price GBP,Sold
W2,Sapphire bracelet,7800,yes
W3,Garnet brooch,1450,no`,
    answers: { price: 'for the stone', status: ['sold', 'still for sale'], basis: 'not known' },
    asks: 'status status basis price',
    truth: `Sapphire - | GBP 7800 unknown | sold | -
Garnet - | GBP 1450 unknown | listing | -`,
  },
  {
    kind: 'K21 a denied status',
    file: 'lotes.csv',
    content: `Lote;Título;Valor final BRL;Resultado;Data do leilão
41;Anel com esmeralda, 1,40 ct;6800;vendido;2024-08-22
42;Broche com topázio imperial;3900;não vendido;2024-08-22
45;Colar de pérolas;4100;ainda não vendido;2024-08-22`,
    answers: { basis: 'hammer', gem: 'as the titles' },
    asks: 'basis',
    truth: `Emerald 1.4 | BRL 6800 hammer | sold | 2024-08-22
Imperial Topaz - | BRL 3900 hammer | unsold | 2024-08-22
Pearl - | BRL 4100 hammer | unsold | 2024-08-22`,
  },
  {
    kind: 'K22 bids that run',
    file: 'lots.csv',
    content: `Lot,Title,Current bid USD,Closes,Fetched
5501,Sapphire necklace,310,2026-12-04,2026-11-20
5505,Jadeite bangle,0,2026-12-05,2026-11-20`,
    answers: { date: 'none of these' },
    asks: 'date',
    truth: `Sapphire - | - | unknown | -
Jadeite - | - | unknown | -`,
  },
  {
    kind: 'K22 bids that ended',
    file: 'lots.csv',
    content: `Lot,Title,Highest bid EUR,Reserve met,Status,Ended on
880,Peridot ring 3.30 ct,260,yes,ended,2025-02-09
881,Topaz brooch,190,no,ended,2025-02-09
883,Coral necklace,0,,ended,2025-02-09`,
    answers: { status: ['none of these', 'unsold'], date: '"Ended on"' },
    asks: 'status status date',
    truth: `Peridot 3.3 | - | unknown | 2025-02-09
Topaz - | - | unsold | 2025-02-09
Coral - | - | unknown | 2025-02-09`,
  },
  {
    kind: 'K23 gold is no weight',
    file: 'lots.csv',
    content: `Lot,Title,Hammer GBP,Status,Sale date
61,18ct white gold ring with an oval sapphire,720,Sold,2024-01-25
62,"Brooch, 14 ct. gold, seed pearls",180,Sold,2024-01-25
63,"Ruby ring 3, 1.32 ct",2100,Sold,2024-01-25
64,9ct gold opal pendant on a fine chain 6.4g,150,Sold,2024-01-25
65,"Fine chain 14ct, emerald pendant",150,Sold,2024-01-25`,
    answers: {},
    asks: '',
    truth: `Sapphire - | GBP 720 hammer | sold | 2024-01-25
Pearl - | GBP 180 hammer | sold | 2024-01-25
Ruby 1.32 | GBP 2100 hammer | sold | 2024-01-25
Opal - | GBP 150 hammer | sold | 2024-01-25
Emerald - | GBP 150 hammer | sold | 2024-01-25`,
  },
  {
    kind: 'K24 hammer and premium in one name',
    file: 'lots.json',
    content: `[{ "lot": { "full": "71A" }, "title": "Sapphire ring, 3.40 carats", "price": { "currencyCode": "GBP", "hammerPrice": 8000, "hammerPremium": 10240 }, "status": "SOLD", "sale_date": "2024-11-21" },
 { "lot": { "full": "72" }, "title": "Ruby brooch", "price": { "currencyCode": "GBP", "hammerPrice": 0, "hammerPremium": 0 }, "status": "BI", "sale_date": "2024-11-21" }]`,
    answers: { price: 'hammerPremium' },
    asks: 'price',
    truth: `Sapphire 3.4 | GBP 10240 premium | sold | 2024-11-21
Ruby - | - | unsold | 2024-11-21`,
  },
  {
    kind: 'K24 francs beside dollars',
    file: 'lots.csv',
    content: `Lot,Title,Hammer CHF,Total with premium CHF,Total USD,Status,Sale date
1,Padparadscha sapphire 2.02 ct,20000,25200,28476,Sold,2023-05-16
2,Ruby ring,6500,8190,9255,Sold,2023-05-16`,
    answers: { price: 'Total with premium CHF' },
    asks: 'price',
    truth: `Padparadscha Sapphire 2.02 | CHF 25200 premium | sold | 2023-05-16
Ruby - | CHF 8190 premium | sold | 2023-05-16`,
  },
  {
    kind: 'K24 columns in two currencies, both with a sign of several',
    file: 'lots.csv',
    content: `Ref,Title,Price (kr),Price ($),Status,Sale date
A77120,Ruby ring,1000,95,Sold,2022-05-01`,
    answers: { basis: 'not known', currency: ['Swedish', 'US Dollar'], price: '"Price ($)", for' },
    asks: 'basis currency currency price',
    truth: `Ruby - | USD 95 unknown | sold | 2022-05-01`,
  },
  {
    kind: 'K24 a price in dollars beside a hammer price that names no currency',
    file: 'lots.csv',
    content: `Ref,Title,Hammer price,Price USD,Status,Sale date
A77120,Ruby ring,1000,1400,Sold,2022-05-01`,
    answers: { basis: 'at a price with', currency: 'Swiss', price: '"Price USD", for' },
    asks: 'basis currency price',
    truth: `Ruby - | USD 1400 premium | sold | 2022-05-01`,
  },
  {
    kind: 'K24 a hammer price beside a price with premium',
    file: 'lots.csv',
    content: `Ref,Title,Hammer CHF,Price CHF,Status,Sale date
A77120,Ruby ring,1000,1400,Sold,2022-05-01`,
    answers: { basis: 'at a price with', price: '"Hammer CHF"' },
    asks: 'basis price',
    truth: `Ruby - | CHF 1000 hammer | sold | 2022-05-01`,
  },
  {
    kind: 'K25 a name more than cells',
    file: 'lots.csv',
    content: `Lot,Title,Hammer USD,Status,Sale date,Remarks
61,Emerald ring 1.44 ct,1500,Sold,2024-03-27
62,Pearl brooch,,Unsold,2024-03-27`,
    answers: {},
    asks: '',
    truth: `Emerald 1.44 | USD 1500 hammer | sold | 2024-03-27
Pearl - | - | unsold | 2024-03-27`,
  },
  {
    kind: 'K25 empty rows, two names alike and a comma at the end',
    file: 'lots.csv',
    content: `Lot,Title,Depth,Depth,Hammer USD,Status,Sale date,
51,Sapphire 2.10 ct,4.2,63.5,1400,Sold,2024-10-10,
52,Spinel 3.33 ct,5.1,66.2,,Unsold,2024-10-10,
,,,,,,,
,,,,,,,`,
    answers: {},
    asks: '',
    truth: `Sapphire 2.1 | USD 1400 hammer | sold | 2024-10-10
Spinel 3.33 | - | unsold | 2024-10-10`,
  },
  {
    kind: 'K25 line ends of CR alone',
    file: 'lots.csv',
    content:
      'Lot,Title,Hammer USD,Status,Sale date\r12,Tourmaline ring 2.90 ct,740,Sold,2023-08-30\r13,Jade pendant,,Unsold,2023-08-30',
    answers: {},
    asks: '',
    truth: `Tourmaline 2.9 | USD 740 hammer | sold | 2023-08-30
Jade - | - | unsold | 2023-08-30`,
  },
  {
    kind: 'K27 two dates',
    file: 'lots.csv',
    content: `Lot,Title,Date,Auction,Hammer EUR,Outcome
15,Sapphire ring 2.80 ct,2023-09-01,2023-11-18,3100,Sold
18,Emerald ring 1.90 ct,2023-09-11,2023-11-19,5200,Sold`,
    answers: { date: '"Auction"' },
    asks: 'date',
    truth: `Sapphire 2.8 | EUR 3100 hammer | sold | 2023-11-18
Emerald 1.9 | EUR 5200 hammer | sold | 2023-11-19`,
  },
  {
    kind: 'K27 the day of the page',
    file: 'stock.csv',
    content: `ref,title,date,price_usd,availability
V-1,Loose sapphire 1.61 ct,2026-03-02,1320,for sale
V-2,Loose ruby 0.93 ct,2026-03-02,2050,for sale`,
    answers: { price: 'for the stone', date: 'none of these', id: /^"ref"$/ },
    asks: 'price date id',
    truth: `Sapphire 1.61 | USD 1320 | listing | -
Ruby 0.93 | USD 2050 | listing | -`,
  },
  {
    kind: 'K28 numbers that are no prices',
    file: 'stock.csv',
    content: `Stock Price Ref,Gem,Carat,Lab,Report No
104520,Sapphire,2.31,GRS,2024-118
104633,Ruby,1.07,GRS,2024-121`,
    answers: { id: '"Report No"' },
    asks: 'id',
    truth: `Sapphire 2.31 | - | unknown | -
Ruby 1.07 | - | unknown | -`,
  },
  {
    kind: 'K28 a mixed file',
    file: 'lots.csv',
    content: `Ref,Item,Department,Hammer USD,Status,Sale date
C-1,Ring Selene,Sapphire jewels,1450,Sold,2024-03-08
C-3,Velvet travel case,Accessories,60,Sold,2024-03-08
C-4,Brooch Alba,Pearl jewels,390,Sold,2024-03-08`,
    answers: { gem: '"Department"' },
    asks: 'gem',
    truth: `Sapphire - | USD 1450 hammer | sold | 2024-03-08
no_gem
Pearl - | USD 390 hammer | sold | 2024-03-08`,
  },
  {
    kind: 'K30 pictures',
    file: 'lots.csv',
    content: `Lot,Artist,Title,Hammer GBP,Status,Sale date
1,Painter A,Pearl divers at low tide,3200,Sold,2023-10-12
2,Painter B,The jade screen,1800,Sold,2023-10-12`,
    answers: { gem: 'nothing is imported' },
    asks: 'gem',
    truth: `except Lot: filled
except Lot: filled`,
  },
  {
    kind: 'K30 watches',
    file: 'lots.csv',
    content: `Lot,Model,Movement,Crystal,Hammer CHF,Status,Sale date
1,Pearl Racer 38 mm,"automatic, 26 jewels",sapphire crystal,2400,Sold,2024-05-11
2,Jade dial dress watch,"manual, 17 rubies",mineral glass,1900,Sold,2024-05-11`,
    answers: { gem: 'nothing is imported' },
    asks: 'gem',
    truth: `except Lot: filled
except Lot: filled`,
  },
];

describe('a file of each kind that went wrong once', () => {
  it.each(cases)(
    '$kind is read as a person who knows it reads it',
    async ({ file, content, answers, asks, truth }) => {
      const { asked, lines } = await withFile(file, content, (path) => importAnswered(path, answers));
      expect(asked).toBe(asks);
      expect(lines.map(({ record, code }) => (record ? inOneLine(record) : code)).join('\n')).toBe(truth);
    },
  );
});

const header = 'House,Lot,Title,Hammer USD,Date\n';

/** Two files, both read by the profile that is proposed for the first. */
const twoFiles = [
  {
    kind: 'K29 the same lot numbers in the next sale',
    first: `${header}Aster,1,Sapphire ring,900,2023-03-04\nAster,2,Ruby ring,800,2023-03-04`,
    second: `${header}Aster,1,Opal ring,300,2023-10-07\nAster,2,Ruby ring,700,2023-10-07`,
    answers: { status: 'were sold', date: '"Date"' },
  },
  {
    kind: 'K29 numbers from 1001 on in each sale',
    first: `Nr,Titel,Zuschlag EUR,Ergebnis,Auktionsdatum\n1001,Ring mit Rubin,90,verkauft,2023-03-04\n1002,Ring mit Opal,80,verkauft,2023-03-04`,
    second: `Nr,Titel,Zuschlag EUR,Ergebnis,Auktionsdatum\n1001,Ring mit Opal,70,verkauft,2024-03-04\n1002,Ring mit Rubin,60,verkauft,2024-03-04`,
    answers: {},
  },
  {
    kind: 'K29 references that count the lots of a sale of the same name',
    first: `Ref,Sale,Title,Hammer USD,Status,Sale date\nA-1,Jewels 2024,Ruby ring,90,Sold,2024-03-04\nA-2,Jewels 2024,Opal ring,80,Sold,2024-03-04`,
    second: `Ref,Sale,Title,Hammer USD,Status,Sale date\nA-1,Jewels 2024,Opal ring,90,Sold,2024-10-04\nA-2,Jewels 2024,Ruby ring,80,Sold,2024-10-04`,
    answers: {},
  },
];

it.each(twoFiles)('$kind get ids of their own', async ({ first, second, answers }) => {
  const { lines, profile } = await withFile('lots.csv', first, (path) => importAnswered(path, answers));
  const more = await withFile('next.csv', second, (path) => profiledRecords(path, profile));
  expect(new Set([...lines, ...more].map(({ record }) => record!.id)).size).toBe(4);
});

it('K09 the numbers 1, 2 and 3 of two sources never meet', async () => {
  const ids = [];
  for (const gem of ['Ruby', 'Opal']) {
    const content = JSON.stringify([1, 2].map((id) => ({ id, title: `${gem} ring` })));
    const { lines } = await withFile('lots.json', content, (path) => importAnswered(path, { id: '"id"' }));
    ids.push(...lines.map(({ record }) => record!.id));
  }
  expect(new Set(ids).size).toBe(4);
});

it('K02 an amount with the code of its currency is converted', async () => {
  const content = 'Ref,Title,Hammer price,Status,Sale date\nA1,Ruby ring,EUR 500,Sold,2023-11-05';
  const { lines } = await withFile('lots.csv', content, (path) => importAnswered(path, {}));
  expect(lines[0]!.record).toMatchObject({ currency: 'EUR', price_final_usd: 541 });
});

it.each([
  ['a filter hides', 'hidden'],
  ['nothing hides', ''],
])('K26 rows of a sheet that %s are counted', async (_, hidden) => {
  const rows = [
    ['Lot', 'Title', 'Hammer USD', 'Status', 'Sale date'],
    ['1', 'Ruby ring', 90, 'Sold', '2024-09-05'],
    ['2', 'Opal ring', 80, 'Sold', '2024-09-05'],
  ];
  const rowDefs = new Map(hidden ? [[2, { hidden: true }]] : []);
  const workbook = await writeXlsx({ sheets: [{ name: 'Lots', rows, rowDefs }] });
  await withFile('lots.xlsx', workbook, async (path) => {
    expect((await inspected(path)).sheet?.hidden_rows).toBe(hidden ? 1 : undefined);
    expect((await importAnswered(path, {})).lines).toHaveLength(2);
  });
});

/** Files that say everything but what is asked. */
const cleanFiles = [
  ['Lot,Title,Hammer USD,Status,Sale date', '1,Ruby ring,90,Sold,2024-05-01', ''],
  ['Lot,Title,Price USD,Status,Sale date', '1,Ruby ring,90,Sold,2024-05-01', 'basis'],
  ['Lot,Title,Hammer,Status,Sale date', '1,Ruby ring,90,Sold,2024-05-01', 'currency'],
  ['Lot,Title,Hammer USD,Sale date', '1,Ruby ring,90,2024-05-01', 'status'],
  ['Lot,Title,Hammer USD,Status,Date', '1,Ruby ring,90,Sold,2024-05-01', 'date'],
  ['Los;Titel;Zuschlag EUR;Ergebnis;Auktionsdatum', '1;Ring mit Rubin;90;verkauft;01.05.2024', ''],
  ['Lot;Désignation;Adjugé;Résultat;Date de vente', '1;Bague rubis;900 €;vendu;31/05/2024', ''],
  ['Lotto;Titolo;Aggiudicazione EUR;Esito;Data asta', '1;Anello con rubino;90;venduto;2024-05-01', ''],
  ['Lote;Título;Remate EUR;Resultado;Fecha de subasta', '1;Anillo con rubí;90;vendido;2024-05-01', 'gem'],
  ['SKU,Title,Carat,Price per carat USD,Availability', 'HX77120931,Ruby,1.2,90,for sale', ''],
  ['SKU,Title,Carat,price_final_usd,Status', 'HX77120931,Ruby,1.2,90,Sold', 'basis'],
  ['SKU,Title,Carat,Asking price USD', 'HX77120931,Ruby,1.2,90', 'price'],
  ['图录号,拍品名称,落槌价(人民币),结果,拍卖日期', '1,红宝石戒指,90,成交,2024-05-01', 'gem'],
] as const;

it.each(cleanFiles)(
  'a clean file of the columns %s is asked only what it does not say',
  async (names, row, asks) => {
    const { questions } = await withFile('lots.csv', `${names}\n${row}\n`, async (path) =>
      proposeProfile(await inspected(path)),
    );
    expect(questions.map(({ about }) => about).join(' ')).toBe(asks);
  },
);
