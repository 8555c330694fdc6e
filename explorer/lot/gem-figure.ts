import { fill, h, svg } from '../page/element.ts';
import type { AuctionRecord } from '../service/answers.ts';
import { type Cut, cutOf } from './cuts.ts';
import { lotPageText } from './lot-text.ts';

const words = lotPageText;

/** Hues by words in gem names, the more specific words first. */
const hues: [RegExp, hue: number, saturation: number, lighter?: number][] = [
  [/ruby|red/i, 350, 62],
  [/padparadscha|orange|fire/i, 22, 70],
  [/pink|morganite|rubellite|kunzite/i, 335, 55],
  [/yellow|citrine|topaz|chrysoberyl|gold/i, 46, 65],
  [/emerald|green|jad|tsavorite|peridot|demantoid|alexandrite/i, 152, 50],
  [/para[ií]ba|aquamarine|turquoise|blue zircon/i, 185, 50],
  [/spinel|garnet/i, 345, 48],
  [/tanzanite|amethyst|purple|violet/i, 268, 45],
  [/sapphire|blue|lapis/i, 222, 55],
  [/pearl|opal|moonstone/i, 40, 30, 24],
];
const colorless = [/./, 205, 18, 22] as const;

/** The hosts from which the operator allows photos. */
const imageHosts = () =>
  document.querySelector<HTMLMetaElement>('meta[name="image-hosts"]')?.content.split(',').filter(Boolean) ??
  [];

/** The photo of a lot where the operator allows it and it can be loaded; otherwise a drawing of its gem in its cut. */
export function gemFigure(lot: AuctionRecord): HTMLElement {
  const address = lot.image_url && URL.canParse(lot.image_url) ? new URL(lot.image_url) : undefined;
  if (!address || !imageHosts().includes(address.host))
    return h('figure', { class: 'gem-figure' }, ...drawing(lot));
  const photo = h('img', {
    alt: words.photo(lot.title),
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    width: 240,
    height: 240,
    on: { error: () => fill(figure, ...drawing(lot)) },
  });
  const caption = h('figcaption', {}, words.photoFrom(address.host));
  const figure = h('figure', { class: 'gem-figure' }, photo, caption);
  photo.src = address.href;
  return figure;
}

/** A drawing of the lot's gem in its cut, and the note that it is one. */
function drawing(lot: AuctionRecord) {
  const cut = cutOf(lot);
  const [, hue, saturation, lighter = 0] = hues.find(([pattern]) => pattern.test(lot.gem_type)) ?? colorless;
  const color = (lightness: number) => `hsl(${hue} ${saturation}% ${Math.min(lightness + lighter, 96)}%)`;
  const label = words.figure(words.cuts[cut], lot.gem_type);
  return [
    svg('svg', { viewBox: '0 0 120 120', role: 'img', 'aria-label': label }, draw(cut, color)),
    h('figcaption', {}, words.drawn),
  ];
}

type Point = readonly [x: number, y: number];
type Color = (lightness: number) => string;

function draw(cut: Cut, color: Color): SVGElement[] {
  if (cut === 'cabochon' || cut === 'pearl') return dome(cut, color);
  const outline = outlines[cut];
  const sides = cut === 'step' ? 8 : 16;
  const ring = (scale: number, shift = 0) =>
    Array.from({ length: sides }, (_, side) => {
      const [x, y] = outline(((side + shift) / sides) * 2 * Math.PI);
      return [60 + 50 * scale * x, 60 + 50 * scale * y] as Point;
    });
  const [girdle, middle, table] =
    cut === 'step' ? [ring(1), ring(0.78), ring(0.52)] : [ring(1), ring(0.8, 0.5), ring(0.52)];
  // Light falls from the upper left.
  const shade = ([x, y]: Point, base: number) => base + Math.round(((60 - x) * 0.16 + (60 - y) * 0.22) * 1.2);
  const facets = girdle.flatMap((_, side) => {
    const next = (side + 1) % sides;
    const [a, b, c, d] = [girdle[side]!, girdle[next]!, middle[side]!, middle[next]!];
    const [e, f] = [table[side]!, table[next]!];
    return cut === 'step'
      ? [facet([a, b, d, c], color(shade(a, 46))), facet([c, d, f, e], color(shade(c, 54)))]
      : [
          facet([a, b, c], color(shade(a, 42))),
          facet([b, c, d], color(shade(b, 52))),
          facet([c, e, f], color(shade(c, 60))),
          facet([c, d, f], color(shade(d, 48))),
        ];
  });
  return [...facets, facet(table, color(66))];
}

function dome(cut: Cut, color: Color): SVGElement[] {
  const tall = cut === 'pearl' ? 46 : 38;
  return [
    svg('ellipse', { cx: 60, cy: 60, rx: 46, ry: tall, fill: color(44) }),
    svg('ellipse', { cx: 57, cy: 57, rx: 40, ry: tall - 6, fill: color(52) }),
    svg('ellipse', { cx: 50, cy: 48, rx: 22, ry: tall / 2.6, fill: color(66) }),
    svg('ellipse', { cx: 44, cy: 42, rx: 7, ry: 5, fill: color(88) }),
  ];
}

const facet = (points: readonly Point[], fill: string) =>
  svg('path', { d: `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`, fill });

/** A superellipse: power 2 is an ellipse, higher powers are squarer. */
const superellipse =
  (power: number, width: number, height: number) =>
  (angle: number): Point => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / power);
    return [width * bend(c), height * bend(s)];
  };

/** The outline of a cut: the point at an angle, with coordinates between −1 and 1. */
const outlines: Record<Exclude<Cut, 'cabochon' | 'pearl'>, (angle: number) => Point> = {
  round: superellipse(2, 0.95, 0.95),
  oval: superellipse(2, 0.76, 1),
  cushion: superellipse(3, 0.9, 1),
  // The corners of an octagon, cut off a rectangle.
  step(angle) {
    const side = Math.round((angle / (2 * Math.PI)) * 8) % 8;
    const corners: Point[] = [
      [0.78, 0.62],
      [0.48, 1],
      [-0.48, 1],
      [-0.78, 0.62],
      [-0.78, -0.62],
      [-0.48, -1],
      [0.48, -1],
      [0.78, -0.62],
    ];
    return corners[side]!;
  },
  pear: (angle) => {
    const y = Math.sin(angle);
    return [0.74 * Math.cos(angle) * (y < 0 ? (1 + y) ** 0.45 : 1), y < 0 ? 1.05 * y : 0.9 * y];
  },
  marquise: (angle) => [
    0.55 * Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** 1.4,
    Math.sin(angle),
  ],
  // The point is below: y grows downward.
  heart: (angle) => {
    const t = Math.PI / 2 - angle;
    const y = 13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t);
    return [Math.sin(t) ** 3, (-y - 2) / 15.5];
  },
};
