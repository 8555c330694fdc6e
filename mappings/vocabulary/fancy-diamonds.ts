/** The grades of a colored diamond, as worded by GIA, from the palest. */
const grades = [
  'Faint',
  'Very Light',
  'Light',
  'Fancy Light',
  'Fancy',
  'Fancy Intense',
  'Fancy Vivid',
  'Fancy Deep',
  'Fancy Dark',
  'Intense',
  'Vivid',
  'Deep',
  'Dark',
];

/** Secondary colors; the hue that names the diamond is the last word, so none of these changes its type. */
const secondColours = [
  'Pinkish',
  'Purplish',
  'Orangy',
  'Orangey',
  'Orangish',
  'Reddish',
  'Brownish',
  'Yellowish',
  'Greenish',
  'Bluish',
  'Violetish',
  'Grayish',
  'Greyish',
  'Pink',
  'Purple',
  'Orange',
  'Brown',
  'Yellow',
  'Green',
  'Blue',
  'Gray',
  'Grey',
  'Violet',
  'Red',
];

type FancyHue = { readonly spellings?: readonly string[]; readonly trade?: string; readonly others?: string };

/**
 * The hues that name a type of their own: other spellings of the hue, and what the trade and other languages call
 * its diamonds. White is none of them: a "white diamond" is a colorless one.
 */
export const fancyHues: Readonly<Record<string, FancyHue>> = {
  Pink: {
    trade: 'Argyle pink diamond',
    others: `diamant rose; diamants roses; diamante rosa; diamanti rosa; rosa Diamant; diamantes rosas; 粉鑽; 粉钻;
      粉紅鑽石; 粉红钻石; 粉紅色鑽石; 粉红色钻石; ピンクダイヤモンド; розовый бриллиант`,
  },
  Blue: {
    trade: 'type IIb blue diamond',
    others: `diamant bleu; diamants bleus; diamante blu; diamanti blu; blauer Diamant; diamante azul; diamantes azules;
      藍鑽; 蓝钻; 藍鑽石; 蓝钻石; 藍色鑽石; 蓝色钻石; ブルーダイヤモンド; голубой бриллиант`,
  },
  Yellow: {
    trade: 'canary diamond; zimmi diamond; cape diamond',
    others: `diamant jaune; diamants jaunes; diamante giallo; diamanti gialli; gelber Diamant; diamante amarillo;
      黃鑽; 黄钻; 黃鑽石; 黄钻石; 黃色鑽石; 黄色钻石; イエローダイヤモンド; жёлтый бриллиант`,
  },
  Green: { others: 'diamant vert; diamante verde; grüner Diamant; 綠鑽; 绿钻; 綠色鑽石; 绿色钻石' },
  Orange: {
    trade: 'pumpkin diamond',
    others: 'diamante arancione; diamante naranja; 橙鑽; 橙钻; 橙色鑽石; 橙色钻石',
  },
  Red: {
    others: 'diamant rouge; diamante rosso; roter Diamant; diamante rojo; 紅鑽; 红钻; 紅色鑽石; 红色钻石',
  },
  Purple: { others: 'diamant pourpre; diamante viola; 紫鑽; 紫钻; 紫色鑽石; 紫色钻石' },
  Violet: { others: 'diamant violet; diamante violetto' },
  Brown: {
    trade: 'champagne diamond; cognac diamond; chocolate diamond',
    others:
      'diamant brun; diamant champagne; diamante marrone; brauner Diamant; 棕鑽; 棕钻; 啡鑽; 香檳鑽石; 香槟钻石',
  },
  Gray: { spellings: ['Gray', 'Grey'], others: 'diamant gris; diamante grigio; grauer Diamant; 灰鑽; 灰钻' },
  Black: {
    trade: 'carbonado',
    others: 'diamant noir; diamante nero; schwarzer Diamant; diamante negro; 黑鑽; 黑钻',
  },
};

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

function spellingsOf(hue: string): readonly string[] {
  return fancyHues[hue]?.spellings ?? [hue];
}
