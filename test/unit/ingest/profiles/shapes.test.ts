import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Draft, draftProfile, draftText } from '../../../../ingest/profiles/draft/draft-profile.ts';
import { inspectFile } from '../../../../ingest/profiles/inspect-file.ts';
import { loadProfile } from '../../../../ingest/profiles/load-profile.ts';
import { profiledRecords } from '../../../support/profiled-records.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shapes-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Drafts a profile of a file, loads it as it stands, and reads the file by it. */
async function draftAndRead(name: string, content: string | Buffer) {
  const path = join(folder, name);
  await writeFile(path, content);
  const report = await inspectFile(path);
  const draft = draftProfile(report);
  const profilePath = join(folder, `${name}.yaml`);
  await writeFile(profilePath, draftText('columns', draft));
  const lines = await profiledRecords(path, await loadProfile(profilePath));
  return { report, draft, lines };
}

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
const says = ({ supposed, questions }: Draft) => [...supposed, ...questions].join('\n');

/** Each shape with the records that its lines make; words that the draft says of it. */
const shapes: [name: string, content: string | Buffer, records: object[], said: string[]][] = [
  [
    'french.csv',
    `N° lot;Désignation;Pierre;Poids (ct);Origine;Traitement;Estimation basse;Estimation haute;Adjudication;Date de vente;Maison
12;Bague rubis coussin;Rubis;3,05;Birmanie;Non chauffé;1 500 €;2 000 €;1 063,00 €;12 juin 2019;Drouot
13;Broche saphir;Saphir;5,10;Ceylan;Chauffé;800 €;1 200 €;Invendu;12 juin 2019;Drouot
`,
    [
      {
        ...{
          lot_number: '12',
          title: 'Bague rubis coussin',
          gem_type: 'Ruby',
          carat: 3.05,
          origin: 'Myanmar',
        },
        ...{ treatment: 'No heat', price_original: 1063, currency: 'EUR', price_final_usd: 1201 },
        ...{
          estimate_low_usd: 1694,
          estimate_high_usd: 2259,
          auction_date: '2019-06-12',
          sale_status: 'sold',
        },
      },
      {
        ...{ lot_number: '13', gem_type: 'Sapphire', carat: 5.1, origin: 'Sri Lanka', treatment: 'Heated' },
        ...{ price_final_usd: null, price_original: null, sale_status: 'unsold', is_sold: false },
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
        ...{ lot_number: '1', gem_type: 'Ruby', carat: 2.53, treatment: 'No heat', price_original: 1350 },
        ...{ currency: 'EUR', auction_date: '2018-11-05', sale_status: 'sold', auction_house: 'Dorotheum' },
      },
      { lot_number: '2', gem_type: 'Sapphire', carat: 4.1, sale_status: 'withdrawn', price_final_usd: null },
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
        ...{ lot_number: '1', gem_type: 'Ruby', carat: 2.1, origin: 'Myanmar', price_original: 1250 },
        ...{ currency: 'EUR', auction_date: '2017-05-03', sale_status: 'sold', auction_house: 'Bolaffi' },
      },
      { lot_number: '2', gem_type: 'Sapphire', sale_status: 'unsold' },
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
      { title: 'Oval ruby', carat: 1.52, price_original: 480, currency: 'USD', sale_status: 'listing' },
      { title: 'Blue sapphire cushion', price_original: 1250, is_sold: false, price_final_usd: null },
      { title: 'Emerald octagon', carat: 0.98, price_original: null, sale_status: 'listing' },
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
        ...{ title: 'A 5.04 carat Burmese ruby ring', gem_type: 'Ruby', carat: 5.04, origin: 'Myanmar' },
        ...{ price_original: 10_625, currency: 'CHF', auction_date: '2019-05-15', sale: '120' },
      },
      { price_original: 4000, currency: 'CHF', sale_status: 'sold' },
      { gem_type: 'Emerald', price_original: null, sale_status: 'unsold' },
    ],
    ['that a lot with a price was sold'],
  ],
  [
    'ambiguous.csv',
    'Lot,Sale,Title,Price USD,Date\n1,7,Ruby ring,5000,03/04/2015\n2,7,Sapphire ring,6000,05/04/2015\n',
    [
      { auction_date: null, price_final_usd: 5000 },
      { auction_date: null, price_final_usd: 6000 },
    ],
    ['Is the day or the month first in dates such as "03/04/2015"', '[d/M/yyyy]', '[M/d/yyyy]'],
  ],
  [
    'day-first.csv',
    'Lot,Sale,Title,Price GBP,Date\n1,7,Ruby ring,"5,000",03/04/2015\n2,7,Opal ring,"6,000",25/04/15\n3,7,Opal,9,25/04/2015\n',
    [{ auction_date: '2015-04-03', currency: 'GBP' }, { auction_date: '2015-04-25' }, {}],
    [],
  ],
  [
    'month-first.csv',
    'Lot,Sale,Title,Price USD,Date\n1,7,Ruby ring,"$5,000",03/04/2015\n2,7,Opal ring,"$6,000",04/25/2015\n',
    [{ auction_date: '2015-03-04', price_final_usd: 5000 }, { auction_date: '2015-04-25' }],
    [],
  ],
  [
    'cp1252.csv',
    windows1252(
      'Lot;Vente;Désignation;Résultat (€);Date\n1;A;Bague émeraude;1 200;12/06/2019\n2;A;Collier de perles;2 400;25/06/2019\n',
    ),
    [
      { title: 'Bague émeraude', gem_type: 'Emerald', price_original: 1200, currency: 'EUR' },
      { title: 'Collier de perles', auction_date: '2019-06-25' },
    ],
    [],
  ],
  [
    'utf-16.csv',
    utf16(
      'Lot\tAuction\tTitle\tHammer (CHF)\tDate\r\n1\t5\tRuby ring “Étoile”\t5000\t2019-05-12\r\n2\t5\tSapphire ring\tbought in\t2019-05-12\r\n',
    ),
    [
      { title: 'Ruby ring “Étoile”', price_original: 5000, currency: 'CHF', auction_date: '2019-05-12' },
      { title: 'Sapphire ring', sale_status: 'unsold' },
    ],
    [],
  ],
  [
    'index.csv',
    ',title,gem,carat,price_eur,sold\n0,Ruby ring,Ruby,2.5,1000,True\n1,Opal ring,Opal,3.5,,False\n2,Opal brooch,Opal,1.5,,unknown\n',
    [
      { carat: 2.5, is_sold: true, price_original: 1000, flags: ['NOT_CONVERTED'] },
      { carat: 3.5, sale_status: 'unsold' },
      { carat: 1.5, is_sold: null, sale_status: 'unknown' },
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
      { carat: null, location: null, origin: 'Myanmar', url: 'https://x.org/1', price_final_usd: 100 },
      { carat: null, location: null, origin: 'Thailand', url: 'https://x.org/2', price_final_usd: 200 },
    ],
    ['"ref" is unique within this source', 'Is "weight" in carats?'],
  ],
  [
    'estimates.csv',
    `Auction House,Sale,Lot,Description,Estimate,Price Realised,Sale Date,Certificate
Christie's,7,1,A ruby ring,"HK$ 80,000 - 120,000","HK$ 150,000",2019-05-28,SSEF 78414
Christie's,7,2,A sapphire ring,"HK$ 50,000 - 70,000",Unsold,2019-05-28,Gübelin
`,
    [
      {
        ...{ price_original: 150_000, currency: 'HKD', estimate_low_usd: 10_194, estimate_high_usd: 15_291 },
        ...{ labs: ['SSEF'], report_numbers: ['78414'], auction_house: "Christie's" },
      },
      { sale_status: 'unsold', labs: ['Gübelin'], report_numbers: [] },
    ],
    [],
  ],
];

describe('a file of another shape', () => {
  it.each(shapes)('%s is imported by its draft, unedited', async (name, content, records, said) => {
    const { draft, lines } = await draftAndRead(name, content);
    expect(lines.map(({ record, code }) => record ?? { code })).toMatchObject(records);
    expect(lines).toHaveLength(records.length);
    for (const text of said) expect(says(draft)).toContain(text);
  });

  it('has its encoding named', async () => {
    const encodings = ['utf-16.csv', 'cp1252.csv', 'german.csv'].map(async (wanted) => {
      const [name, content] = shapes.find(([other]) => other === wanted)!;
      return (await draftAndRead(`again-${name}`, content)).report.encoding;
    });
    expect(await Promise.all(encodings)).toEqual(['utf-16', 'windows-1252', 'utf-8']);
  });
});
