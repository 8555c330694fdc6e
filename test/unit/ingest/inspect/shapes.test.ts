import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProfile } from '../../../../ingest/cli/load-profile.ts';
import { type Draft, draftProfile } from '../../../../ingest/inspect/draft/draft-profile.ts';
import { draftText } from '../../../../ingest/inspect/draft/draft-text.ts';
import { inOneLine } from '../../../../ingest/inspect/draft/findings.ts';
import { inspectFile } from '../../../../ingest/inspect/inspect-file.ts';
import { AuctionRecord } from '../../../../mappings/record.ts';
import { profiledRecords } from '../../../support/profiled-records.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shapes-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Drafts a profile of a file, gives the first answer to each question that must have one, loads it, and reads the file with it. */
async function draftAndRead(name: string, content: string | Buffer) {
  const path = join(folder, name);
  await writeFile(path, content);
  const report = await inspectFile(path);
  const draft = draftProfile(report);
  const profilePath = join(folder, `${name}.yaml`);
  await writeFile(
    profilePath,
    draftText('columns', draft).replaceAll(/(about: (?!weight).*\n.*ask:.*\n {4})# /g, '$1'),
  );
  const lines = await profiledRecords(path, await loadProfile(profilePath));
  return { report, draft, lines };
}

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
const workbook = async (rows: (string | number | Date)[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Lots', rows }] }));
const says = ({ suppositions, questions }: Draft) =>
  [
    ...suppositions.map((one) => inOneLine(one.text, one)),
    ...questions.map((one) => inOneLine(one.ask, one)),
  ].join('\n');

/** Every field of a record: the named ones, those derived from them, and no value in the others. */
function whole(fields: Partial<AuctionRecord>): object {
  const { sale_status: status, auction_date: date } = fields;
  return {
    ...Object.fromEntries(Object.keys(AuctionRecord.properties).map((field) => [field, null])),
    ...{ derived: [], flags: [], labs: [], report_numbers: [], is_synthetic: false },
    is_sold: status === 'unknown' ? null : status === 'sold',
    auction_date_precision: date === undefined ? null : 'day',
    ...fields,
    ...{ id: expect.any(Number), import: expect.any(Number), updated_at: expect.any(String) },
  };
}

/** Each shape with the records of its lines, and words of its draft. */
const shapes: [name: string, content: string | Buffer, records: Partial<AuctionRecord>[], said: string[]][] =
  [
    [
      'french.csv',
      `N° lot;Désignation;Pierre;Poids (ct);Origine;Traitement;Estimation basse;Estimation haute;Adjudication;Date de vente;Maison
12;Bague rubis coussin;Rubis;3,05;Birmanie;Non chauffé;1 500 €;2 000 €;1 063,00 €;12 juin 2019;Drouot
13;Broche saphir;Saphir;5,10;Ceylan;Chauffé;800 €;1 200 €;Invendu;12 juin 2019;Drouot
`,
      [
        {
          price_basis: 'hammer',
          price_hammer_usd: 1201,
          price_hammer_usd_source: 'given',
          title: 'Bague rubis coussin',
          gem_type: 'Ruby',
          carat: 3.05,
          origin: 'Myanmar',
          price_final_usd: 1201,
          auction_house: 'Drouot',
          sale_status: 'sold',
          auction_date: '2019-06-12',
          price_per_carat_usd: 393.77,
          lot_number: '12',
          treatment: 'No heat',
          object_type: 'ring',
          estimate_low_usd: 1694,
          estimate_high_usd: 2259,
          price_original: 1063,
          currency: 'EUR',
          derived: ['object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          price_basis: 'hammer',
          title: 'Broche saphir',
          gem_type: 'Sapphire',
          carat: 5.1,
          origin: 'Sri Lanka',
          auction_house: 'Drouot',
          sale_status: 'unsold',
          auction_date: '2019-06-12',
          lot_number: '13',
          treatment: 'Heated',
          object_type: 'brooch',
          estimate_low_usd: 904,
          estimate_high_usd: 1355,
          derived: ['object_type'],
        },
      ],
      [],
    ],
    [
      'german.csv',
      `Los-Nr.;Titel;Edelstein;Gewicht (Karat);Herkunft;Behandlung;Schätzpreis von;Schätzpreis bis;Zuschlag;Auktionsdatum;Auktionshaus
Los 1;Ring mit Rubin;Rubin;2,53;Burma;unerhitzt;1.200 EUR;1.500 EUR;1.350 EUR;05.11.2018;Dorotheum
Los 2;Ring mit Saphir;Saphir;4,10;Ceylon;erhitzt;2.000 EUR;2.500 EUR;zurückgezogen;05.11.2018;Dorotheum
`,
      [
        {
          price_basis: 'hammer',
          price_hammer_usd: 1534,
          price_hammer_usd_source: 'given',
          title: 'Ring mit Rubin',
          gem_type: 'Ruby',
          carat: 2.53,
          origin: 'Myanmar',
          price_final_usd: 1534,
          auction_house: 'Dorotheum',
          sale_status: 'sold',
          auction_date: '2018-11-05',
          price_per_carat_usd: 606.32,
          lot_number: '1',
          treatment: 'No heat',
          object_type: 'ring',
          estimate_low_usd: 1364,
          estimate_high_usd: 1705,
          price_original: 1350,
          currency: 'EUR',
          derived: ['object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          price_basis: 'hammer',
          title: 'Ring mit Saphir',
          gem_type: 'Sapphire',
          carat: 4.1,
          origin: 'Sri Lanka',
          auction_house: 'Dorotheum',
          sale_status: 'withdrawn',
          auction_date: '2018-11-05',
          lot_number: '2',
          treatment: 'Heated',
          object_type: 'ring',
          estimate_low_usd: 2273,
          estimate_high_usd: 2841,
          derived: ['object_type'],
        },
      ],
      ['a dot separates thousands'],
    ],
    [
      'italian.csv',
      `Lotto;Descrizione;Gemma;Carati;Provenienza;Stima minima;Stima massima;Prezzo di aggiudicazione;Data asta;Casa d'aste
1;Anello con rubino;Rubino;2,10;Birmania;€ 1.000;€ 1.500;€ 1.250;3 maggio 2017;Bolaffi
2;Anello con zaffiro;Zaffiro;3,40;Ceylon;€ 2.000;€ 3.000;Invenduto;3 maggio 2017;Bolaffi
`,
      [
        {
          price_basis: 'hammer',
          price_hammer_usd: 1381,
          price_hammer_usd_source: 'given',
          title: 'Anello con rubino',
          gem_type: 'Ruby',
          carat: 2.1,
          origin: 'Myanmar',
          price_final_usd: 1381,
          auction_house: 'Bolaffi',
          sale_status: 'sold',
          auction_date: '2017-05-03',
          price_per_carat_usd: 657.62,
          lot_number: '1',
          object_type: 'ring',
          estimate_low_usd: 1105,
          estimate_high_usd: 1657,
          price_original: 1250,
          currency: 'EUR',
          derived: ['object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          price_basis: 'hammer',
          title: 'Anello con zaffiro',
          gem_type: 'Sapphire',
          carat: 3.4,
          origin: 'Sri Lanka',
          auction_house: 'Bolaffi',
          sale_status: 'unsold',
          auction_date: '2017-05-03',
          lot_number: '2',
          object_type: 'ring',
          estimate_low_usd: 2210,
          estimate_high_usd: 3315,
          derived: ['object_type'],
        },
      ],
      [],
    ],
    [
      'dollars.csv',
      `Stock No,Item,Stone,Weight,Price
A-17,Oval ruby,Ruby,1.52 ct,$ 480.00
A-18,Blue sapphire cushion,Sapphire,2.03 ct,"$ 1,250.00"
A-19,Emerald octagon,Emerald,0.98 ct,Price on request
`,
      [
        {
          title: 'Oval ruby',
          gem_type: 'Ruby',
          carat: 1.52,
          sale_status: 'listing',
          price_original: 480,
          currency: 'USD',
        },
        {
          title: 'Blue sapphire cushion',
          gem_type: 'Sapphire',
          carat: 2.03,
          sale_status: 'listing',
          price_original: 1250,
          currency: 'USD',
        },
        { title: 'Emerald octagon', gem_type: 'Emerald', carat: 0.98, sale_status: 'listing' },
      ],
      ['"$" means USD', 'these are offers', '"Stock No" is unique within this source'],
    ],
    [
      'swiss.csv',
      `Auction,Lot,Title,Hammer Price,Date
120,1,A 5.04 carat Burmese ruby ring,CHF 10'625,15 May 2019
120,2,A sapphire brooch,CHF 4’000,15 May 2019
120,3,An emerald ring,Passed,15 May 2019
`,
      [
        {
          price_basis: 'hammer',
          price_hammer_usd: 10513,
          price_hammer_usd_source: 'given',
          title: 'A 5.04 carat Burmese ruby ring',
          gem_type: 'Ruby',
          carat: 5.04,
          origin: 'Myanmar',
          price_final_usd: 10513,
          sale_status: 'sold',
          auction_date: '2019-05-15',
          price_per_carat_usd: 2085.91,
          lot_number: '1',
          sale: '120',
          object_type: 'ring',
          price_original: 10625,
          currency: 'CHF',
          derived: ['gem_type', 'carat', 'origin', 'object_type'],
          flags: ['CURRENCY_CONVERTED', 'CARAT_FROM_TITLE'],
        },
        {
          price_basis: 'hammer',
          price_hammer_usd: 3958,
          price_hammer_usd_source: 'given',
          title: 'A sapphire brooch',
          gem_type: 'Sapphire',
          price_final_usd: 3958,
          sale_status: 'sold',
          auction_date: '2019-05-15',
          lot_number: '2',
          sale: '120',
          object_type: 'brooch',
          price_original: 4000,
          currency: 'CHF',
          derived: ['gem_type', 'object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          price_basis: 'hammer',
          title: 'An emerald ring',
          gem_type: 'Emerald',
          sale_status: 'unsold',
          auction_date: '2019-05-15',
          lot_number: '3',
          sale: '120',
          object_type: 'ring',
          derived: ['gem_type', 'object_type'],
        },
      ],
      ['a lot with a price was sold'],
    ],
    [
      'ambiguous.csv',
      'Lot,Sale,Title,Price USD,Date\n1,7,Ruby ring,5000,03/04/2015\n2,7,Sapphire ring,6000,05/04/2015\n',
      [
        {
          title: 'Ruby ring',
          gem_type: 'Ruby',
          price_final_usd: 5000,
          sale_status: 'sold',
          auction_date: '2015-04-03',
          lot_number: '1',
          sale: '7',
          object_type: 'ring',
          price_original: 5000,
          currency: 'USD',
          derived: ['gem_type', 'object_type'],
        },
        {
          title: 'Sapphire ring',
          gem_type: 'Sapphire',
          price_final_usd: 6000,
          sale_status: 'sold',
          auction_date: '2015-04-05',
          lot_number: '2',
          sale: '7',
          object_type: 'ring',
          price_original: 6000,
          currency: 'USD',
          derived: ['gem_type', 'object_type'],
        },
      ],
      ['Is the day or the month first in the dates of "Date"? "03/04/2015"'],
    ],
    [
      'day-first.csv',
      'Lot,Sale,Title,Price GBP,Date\n1,7,Ruby ring,"5,000",03/04/2015\n2,7,Opal ring,"6,000",25/04/15\n3,7,Opal,9,25/04/2015\n',
      [
        {
          title: 'Ruby ring',
          gem_type: 'Ruby',
          price_final_usd: 7484,
          sale_status: 'sold',
          auction_date: '2015-04-03',
          lot_number: '1',
          sale: '7',
          object_type: 'ring',
          price_original: 5000,
          currency: 'GBP',
          derived: ['gem_type', 'object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          title: 'Opal ring',
          gem_type: 'Opal',
          price_final_usd: 8981,
          sale_status: 'sold',
          auction_date: '2015-04-25',
          lot_number: '2',
          sale: '7',
          object_type: 'ring',
          price_original: 6000,
          currency: 'GBP',
          derived: ['gem_type', 'object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          title: 'Opal',
          gem_type: 'Opal',
          price_final_usd: 13,
          sale_status: 'sold',
          auction_date: '2015-04-25',
          lot_number: '3',
          sale: '7',
          price_original: 9,
          currency: 'GBP',
          derived: ['gem_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
      ],
      [],
    ],
    [
      'month-first.csv',
      'Lot,Sale,Title,Price USD,Date\n1,7,Ruby ring,"$5,000",03/04/2015\n2,7,Opal ring,"$6,000",04/25/2015\n',
      [
        {
          title: 'Ruby ring',
          gem_type: 'Ruby',
          price_final_usd: 5000,
          sale_status: 'sold',
          auction_date: '2015-03-04',
          lot_number: '1',
          sale: '7',
          object_type: 'ring',
          price_original: 5000,
          currency: 'USD',
          derived: ['gem_type', 'object_type'],
        },
        {
          title: 'Opal ring',
          gem_type: 'Opal',
          price_final_usd: 6000,
          sale_status: 'sold',
          auction_date: '2015-04-25',
          lot_number: '2',
          sale: '7',
          object_type: 'ring',
          price_original: 6000,
          currency: 'USD',
          derived: ['gem_type', 'object_type'],
        },
      ],
      [],
    ],
    [
      'cp1252.csv',
      windows1252(
        'Lot;Vente;Désignation;Résultat (€);Date\n1;A;Bague émeraude;1 200;12/06/2019\n2;A;Collier de perles;2 400;25/06/2019\n',
      ),
      [
        {
          title: 'Bague émeraude',
          gem_type: 'Emerald',
          price_final_usd: 1355,
          sale_status: 'sold',
          auction_date: '2019-06-12',
          lot_number: '1',
          sale: 'A',
          object_type: 'ring',
          price_original: 1200,
          currency: 'EUR',
          derived: ['gem_type', 'object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          title: 'Collier de perles',
          gem_type: 'Pearl',
          price_final_usd: 2711,
          sale_status: 'sold',
          auction_date: '2019-06-25',
          lot_number: '2',
          sale: 'A',
          object_type: 'necklace',
          price_original: 2400,
          currency: 'EUR',
          derived: ['gem_type', 'object_type'],
          flags: ['CURRENCY_CONVERTED', 'MULTI_STONE'],
        },
      ],
      [],
    ],
    [
      'utf-16.csv',
      utf16(
        'Lot\tAuction\tTitle\tHammer (CHF)\tDate\r\n1\t5\tRuby ring “Étoile”\t5000\t2019-05-12\r\n2\t5\tSapphire ring\tbought in\t2019-05-12\r\n',
      ),
      [
        {
          price_basis: 'hammer',
          price_hammer_usd: 4947,
          price_hammer_usd_source: 'given',
          title: 'Ruby ring “Étoile”',
          gem_type: 'Ruby',
          price_final_usd: 4947,
          sale_status: 'sold',
          auction_date: '2019-05-12',
          lot_number: '1',
          sale: '5',
          object_type: 'ring',
          price_original: 5000,
          currency: 'CHF',
          derived: ['gem_type', 'object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          price_basis: 'hammer',
          title: 'Sapphire ring',
          gem_type: 'Sapphire',
          sale_status: 'unsold',
          auction_date: '2019-05-12',
          lot_number: '2',
          sale: '5',
          object_type: 'ring',
          derived: ['gem_type', 'object_type'],
        },
      ],
      [],
    ],
    [
      'index.csv',
      ',title,gem,carat,price_eur,sold\n0,Ruby ring,Ruby,2.5,1000,True\n1,Opal ring,Opal,3.5,,False\n2,Opal brooch,Opal,1.5,,unknown\n',
      [
        {
          title: 'Ruby ring',
          gem_type: 'Ruby',
          carat: 2.5,
          sale_status: 'sold',
          object_type: 'ring',
          price_original: 1000,
          currency: 'EUR',
          derived: ['object_type'],
          flags: ['NOT_CONVERTED'],
        },
        {
          title: 'Opal ring',
          gem_type: 'Opal',
          carat: 3.5,
          sale_status: 'unsold',
          object_type: 'ring',
          derived: ['object_type'],
        },
        {
          title: 'Opal brooch',
          gem_type: 'Opal',
          carat: 1.5,
          sale_status: 'unknown',
          object_type: 'brooch',
          derived: ['object_type'],
        },
      ],
      ['"column 1" only counts the rows'],
    ],
    [
      'grams.csv',
      `ref,name,gem_type,weight,place,country of origin,price_usd,link
X-9,Ruby ring,Ruby,0.5 g,https://x.org/a,Burma,100,https://x.org/1
X-8,Ruby brooch,Ruby,0.6 g,https://x.org/b,Thailand,200,https://x.org/2
`,
      [
        {
          title: 'Ruby ring',
          gem_type: 'Ruby',
          origin: 'Myanmar',
          price_final_usd: 100,
          sale_status: 'sold',
          object_type: 'ring',
          url: 'https://x.org/1',
          price_original: 100,
          currency: 'USD',
          derived: ['object_type'],
        },
        {
          title: 'Ruby brooch',
          gem_type: 'Ruby',
          origin: 'Thailand',
          price_final_usd: 200,
          sale_status: 'sold',
          object_type: 'brooch',
          url: 'https://x.org/2',
          price_original: 200,
          currency: 'USD',
          derived: ['object_type'],
        },
      ],
      ['"ref" is unique within this source', 'grams in "weight" are the weight of whole pieces'],
    ],
    [
      'estimates.csv',
      `Auction House,Sale,Lot,Description,Estimate,Price Realised,Sale Date,Certificate
Christie's,7,1,A ruby ring,"HK$ 80,000 - 120,000","HK$ 150,000",2019-05-28,SSEF 78414
Christie's,7,2,A sapphire ring,"HK$ 50,000 - 70,000",Unsold,2019-05-28,Gübelin
`,
      [
        {
          title: 'A ruby ring',
          gem_type: 'Ruby',
          price_final_usd: 19114,
          auction_house: "Christie's",
          sale_status: 'sold',
          auction_date: '2019-05-28',
          lot_number: '1',
          sale: '7',
          labs: ['SSEF'],
          report_numbers: ['78414'],
          object_type: 'ring',
          estimate_low_usd: 10194,
          estimate_high_usd: 15291,
          price_original: 150000,
          currency: 'HKD',
          derived: ['gem_type', 'object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          title: 'A sapphire ring',
          gem_type: 'Sapphire',
          auction_house: "Christie's",
          sale_status: 'unsold',
          auction_date: '2019-05-28',
          lot_number: '2',
          sale: '7',
          labs: ['Gübelin'],
          object_type: 'ring',
          estimate_low_usd: 6371,
          estimate_high_usd: 8920,
          derived: ['gem_type', 'object_type'],
        },
      ],
      [],
    ],
    [
      'nested.json',
      JSON.stringify(
        {
          total: 2,
          lots: [
            { lot: 1, sale: 'G7', title: 'Ruby ring', price: 5000, currency: 'CHF', date: '2019-05-15' },
            { lot: 2, sale: 'G7', title: 'Opal brooch', price: null, currency: 'CHF', date: '2019-05-15' },
          ],
        },
        null,
        1,
      ),
      [
        {
          title: 'Ruby ring',
          gem_type: 'Ruby',
          price_final_usd: 4947,
          sale_status: 'sold',
          auction_date: '2019-05-15',
          lot_number: '1',
          sale: 'G7',
          object_type: 'ring',
          price_original: 5000,
          currency: 'CHF',
          derived: ['gem_type', 'object_type'],
          flags: ['CURRENCY_CONVERTED'],
        },
        {
          title: 'Opal brooch',
          gem_type: 'Opal',
          sale_status: 'unknown',
          auction_date: '2019-05-15',
          lot_number: '2',
          sale: 'G7',
          object_type: 'brooch',
          derived: ['gem_type', 'object_type'],
        },
      ],
      [],
    ],
    [
      'ranges.csv',
      `Lot;Auction;Title;Estimate;Hammer price;Currency;Date
7;12;Spinel ring, 4.11 ct, Burma;1,500 - 2,000;1,800;GBP;2018-11-05
8;12;Pair of topaz ear clips;800 - 1,200;Withdrawn;GBP;2018-11-05
`,
      [
        {
          price_basis: 'hammer',
          price_hammer_usd: 2322,
          price_hammer_usd_source: 'given',
          title: 'Spinel ring, 4.11 ct, Burma',
          gem_type: 'Spinel',
          carat: 4.11,
          origin: 'Myanmar',
          price_final_usd: 2322,
          sale_status: 'sold',
          auction_date: '2018-11-05',
          price_per_carat_usd: 564.96,
          lot_number: '7',
          sale: '12',
          object_type: 'ring',
          estimate_low_usd: 1935,
          estimate_high_usd: 2580,
          price_original: 1800,
          currency: 'GBP',
          derived: ['gem_type', 'carat', 'origin', 'object_type'],
          flags: ['CURRENCY_CONVERTED', 'CARAT_FROM_TITLE'],
        },
        {
          price_basis: 'hammer',
          title: 'Pair of topaz ear clips',
          gem_type: 'Topaz',
          sale_status: 'withdrawn',
          auction_date: '2018-11-05',
          lot_number: '8',
          sale: '12',
          object_type: 'earrings',
          estimate_low_usd: 1032,
          estimate_high_usd: 1548,
          derived: ['gem_type', 'object_type'],
          flags: ['MULTI_STONE'],
        },
      ],
      [],
    ],
    [
      'workbook.xlsx',
      await workbook([
        ['Lot', 'Sale', 'Title', 'Price USD', 'Date'],
        [1, 'N8', 'Emerald ring, 3.20 carats, Colombia', 12500, new Date('2017-04-25')],
        [],
        [2, 'N8', 'Sapphire earrings', 'Passed', new Date('2017-04-25')],
      ]),
      [
        {
          title: 'Emerald ring, 3.20 carats, Colombia',
          gem_type: 'Emerald',
          carat: 3.2,
          origin: 'Colombia',
          price_final_usd: 12500,
          sale_status: 'sold',
          auction_date: '2017-04-25',
          price_per_carat_usd: 3906.25,
          lot_number: '1',
          sale: 'N8',
          object_type: 'ring',
          price_original: 12500,
          currency: 'USD',
          derived: ['gem_type', 'carat', 'origin', 'object_type'],
          flags: ['CARAT_FROM_TITLE'],
        },
        {
          title: 'Sapphire earrings',
          gem_type: 'Sapphire',
          sale_status: 'unsold',
          auction_date: '2017-04-25',
          lot_number: '2',
          sale: 'N8',
          object_type: 'earrings',
          derived: ['gem_type', 'object_type'],
          flags: ['MULTI_STONE'],
        },
      ],
      [],
    ],
  ];

describe('files of various shapes', () => {
  it.each(shapes)('%s is imported by its draft', async (name, content, records, said) => {
    const { draft, lines } = await draftAndRead(name, content);
    expect(lines.map(({ record, code }) => record ?? { code })).toEqual(records.map(whole));
    for (const text of said) expect(says(draft)).toContain(text);
  });

  it('inspection reports the encoding of a file', async () => {
    const encodings = ['utf-16.csv', 'cp1252.csv', 'german.csv'].map(async (wanted) => {
      const [name, content] = shapes.find(([other]) => other === wanted)!;
      return (await draftAndRead(`again-${name}`, content)).report.encoding;
    });
    expect(await Promise.all(encodings)).toEqual(['utf-16', 'windows-1252', 'utf-8']);
  });
});
