import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTitle, type TitleReading } from '../../../../../ingest/record/titles/read-title.ts';

/** A gem in the languages of the titles: [singular, plural]. */
interface Words {
  gem: string;
  english: [string, string];
  french: [string, string];
  italian: [string, string];
  german: [string, string];
}

const gems: Words[] = [
  words('Ruby', 'ruby rubies rubis rubis rubino rubini Rubin Rubinen'),
  words('Sapphire', 'sapphire sapphires saphir saphirs zaffiro zaffiri Saphir Saphiren'),
  words('Emerald', 'emerald emeralds émeraude émeraudes smeraldo smeraldi Smaragd Smaragden'),
  words(
    'Tourmaline',
    'tourmaline tourmalines tourmaline tourmalines tormalina tormaline Turmalin Turmalinen',
  ),
];

function words(gem: string, list: string): Words {
  const [en, ens, fr, frs, it_, its, de, des] = list.split(' ') as [string, ...string[]] & string[];
  return { gem, english: [en!, ens!], french: [fr!, frs!], italian: [it_!, its!], german: [de!, des!] };
}

type Language = 'english' | 'french' | 'italian' | 'german';
const languages: Language[] = ['english', 'french', 'italian', 'german'];

/** Carats with two decimals, more than a fineness of gold. */
const anyCarat = fc.integer({ min: 201, max: 4_999 }).map((hundredths) => hundredths / 100);
const written = (carat: number, language: Language) =>
  language === 'english' ? carat.toFixed(2) : carat.toFixed(2).replace('.', ',');

/** Fills a template: G is the gem in the singular, GG in the plural, N and M are weights, W is a phrase. */
const filled = (template: string, parts: Record<string, string>) => {
  const title = template.replace(/\b(?:GG|[GNMW])\b/g, (part) => parts[part]!);
  return title[0]!.toUpperCase() + title.slice(1);
};

/** Generates titles of a kind in every language, and checks what is read. */
function everyTitle(
  templates: Record<Language, string[]>,
  phrases: Record<Language, string[]>,
  expected: (gem: string, carat: number) => Partial<Record<keyof TitleReading, unknown>>,
) {
  for (const language of languages) {
    const anyTitle = fc.record({
      template: fc.constantFrom(...templates[language]),
      phrase: fc.constantFrom(...phrases[language]),
      gem: fc.constantFrom(...gems),
      carat: anyCarat,
      other: anyCarat,
    });
    const check = fc.property(anyTitle, ({ template, phrase, gem, carat, other }) => {
      const [G, GG] = gem[language];
      const weights = { N: written(carat, language), M: written(other, language) };
      const title = filled(filled(template, { G, GG, ...weights, W: phrase }), { G, GG, ...weights });
      const reading = readTitle(title);
      for (const [field, value] of Object.entries(expected(gem.gem, carat)))
        expect(reading[field as keyof TitleReading], `${field} of ${title}`).toBe(value);
    });
    fc.assert(check, { seed: 48 });
  }
}

describe('kinds of titles', () => {
  it('a weight behind the stones around the center stone is that of the center stone', () => {
    everyTitle(
      {
        english: [
          ...[
            'centering an oval G W, weighing N carat',
            'ring centering a G, W, weighing approximately N carats',
          ],
          ...[
            'ring set with a cushion-cut G W, the G weighing N carats',
            'a G W, the center stone weighing N ct',
          ],
        ],
        french: ['bague centrée d’un G ovale W, pesant N carats', 'G ovale W, pesant environ N carats'],
        italian: ['anello con al centro un G ovale W, del peso di N carati', 'G ovale W, di circa N carati'],
        german: ['Ring mit ovalem G W, von N ct', 'im Zentrum ein G, W, Gewicht N ct'],
      },
      {
        english: [
          ...[
            'within a border of diamonds',
            'flanked by baguette diamonds',
            'between two tapered baguette diamonds',
          ],
          ...[
            'on a diamond-set band',
            'within a cluster of diamonds',
            'enhanced by diamonds',
            'in a diamond halo',
          ],
        ],
        french: ['entouré de diamants', 'entre deux diamants', 'encadré de diamants', 'serti de diamants'],
        italian: ['tra due diamanti', 'entro una cornice di diamanti', 'contornato da diamanti'],
        german: [
          'zwischen zwei Diamanten',
          'in einem Kranz aus Diamanten',
          'mit Diamantbesatz',
          'umrahmt von Brillanten',
        ],
      },
      (gem_type, carat) => ({ gem_type, carat, multiStone: false }),
    );
  });

  it('of several gems with a weight each, the first one keeps its own', () => {
    everyTitle(
      {
        english: ['brooch with N carats of GG and M carats of W', 'bracelet with N ct GG and M ct W'],
        french: ['broche avec N ct de GG et M ct de W', 'bracelet serti de N carats de GG et M carats de W'],
        italian: ['spilla con N ct di GG e M ct di W', 'bracciale con N carati di GG e M carati di W'],
        german: [
          ...['Brosche mit N ct GG und M ct W', 'Armband mit GG von N ct und W von M ct'],
          'Brosche mit GG N ct und W M ct',
        ],
      },
      {
        english: ['diamonds', 'rose-cut diamonds', 'brilliants', 'seed crystals'],
        french: ['diamants', 'brillants'],
        italian: ['diamanti', 'brillanti'],
        german: [
          'Diamanten',
          'Brillanten',
          'Diamantrauten',
          'Diamantbaguetten',
          'Diamantkarrees',
          'Altschliffen',
        ],
      },
      (gem_type, carat) => ({ gem_type, carat, multiStone: true }),
    );
  });

  const animals: Record<Language, string[]> = {
    english: [
      'Siamese fish',
      'Siamese cat',
      'Burmese cat',
      'Brazilian parrot',
      'Thai dancer',
      'Madagascan lemur',
    ],
    french: ['poisson siamois', 'danseuse birmane', 'perroquet brésilien', 'lémurien malgache'],
    italian: ['pesce siamese', 'elefante birmano', 'pappagallo brasiliano', 'danzatrice tailandese'],
    german: ['siamesischer Kampffisch', 'birmanischer Elefant', 'brasilianischer Papagei'],
  };

  it('the adjective of an animal or a person is no origin', () => {
    everyTitle(
      {
        english: ['G and diamond W brooch', 'G brooch in the form of a W', 'a W brooch set with GG'],
        french: ['broche G, W', 'broche W en GG', 'G et diamants, W'],
        italian: ['spilla G, W con diamanti', 'spilla W con GG'],
        german: ['Brosche W mit GG', 'Brosche mit G als W'],
      },
      animals,
      (gem_type) => ({ gem_type, origin: undefined }),
    );
  });
});
