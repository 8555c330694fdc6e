import { listed } from './vocabulary.ts';

/** The grades of a colored diamond, as worded by GIA, from the palest. */
const grades = listed(`
  Faint; Very Light; Light; Fancy Light; Fancy; Fancy Intense; Fancy Vivid; Fancy Deep; Fancy Dark; Intense; Vivid; Deep; Dark`);

/** Secondary colors; the hue that names the diamond is the last word, so none of these changes its type. */
const secondColours = listed(`
  Pinkish; Purplish; Orangy; Orangey; Orangish; Reddish; Brownish; Yellowish; Greenish; Bluish; Violetish; Grayish; Greyish;
  Pink; Purple; Orange; Brown; Yellow; Green; Blue; Gray; Grey; Violet; Red`);

/** The hues that name a type of their own. White is none of them: a "white diamond" is a colorless one. */
export const fancyHues = listed('Pink; Blue; Yellow; Green; Orange; Red; Purple; Violet; Brown; Gray; Black');

/** The graded names of a hue that a person would look for: "Fancy Vivid Pink Diamond". */
export function gradedNames(hue: string): string[] {
  return spellingsOf(hue).flatMap((spelling) => grades.map((grade) => `${grade} ${spelling} Diamond`));
}

/** Every graded and modified name of a hue: "Fancy Intense Purplish Pink Diamonds" and some 700 more. */
export function modifiedNames(hue: string): string[] {
  return spellingsOf(hue).flatMap((spelling) => {
    const colours = [
      spelling,
      ...secondColours.filter((second) => second !== spelling).map((s) => `${s} ${spelling}`),
    ];
    return colours.flatMap((colour) =>
      ['', ...grades.map((grade) => `${grade} `)].flatMap((grade) => [
        `${grade}${colour} Diamond`,
        `${grade}${colour} Diamonds`,
        `${grade}${colour} Colored Diamond`,
        `${grade}${colour} Coloured Diamond`,
      ]),
    );
  });
}

function spellingsOf(hue: string): string[] {
  return hue === 'Gray' ? ['Gray', 'Grey'] : [hue];
}
