/** Pixels around the image, and of a line of text. */
const [margin, lineHeight] = [24, 20];
/** Pixels of the image for one of the page, sharp in print. */
const density = 2;

/** What the style sheet sets of the shapes and texts of a drawing. */
const styled = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'opacity',
  'visibility',
];

/** A drawing as an image, between a headline and captions. */
export async function pngOf(
  drawing: SVGElement,
  headline: string,
  captions: readonly string[],
): Promise<Blob> {
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  const { width, height } = drawing.getBoundingClientRect();
  const picture = await imageOf(drawing);
  const image = new OffscreenCanvas(
    (width + 2 * margin) * density,
    (height + (captions.length + 1) * lineHeight + 3 * margin) * density,
  );
  const ctx = image.getContext('2d')!;
  ctx.fillStyle = backgroundColor;
  ctx.fillRect(0, 0, image.width, image.height);
  ctx.scale(density, density);
  ctx.drawImage(picture, margin, margin + lineHeight, width, height);
  ctx.fillStyle = color;
  const write = (line: string, y: number, font: string) => {
    ctx.font = `${font} ${fontFamily}`;
    // A long line is compressed.
    ctx.fillText(line, margin, y, width);
  };
  write(headline, margin + 8, '600 15px');
  const below = height + 2 * margin + 1.5 * lineHeight;
  for (const [place, caption] of captions.entries()) write(caption, below + place * lineHeight, '12px');
  return image.convertToBlob({ type: 'image/png' });
}

/** The drawing without the page: the styles of its shapes are written into it. */
async function imageOf(drawing: SVGElement): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const copies = copy.querySelectorAll('*');
  for (const [place, shape] of drawing.querySelectorAll('*').entries()) {
    const style = getComputedStyle(shape);
    for (const name of styled) copies[place]!.setAttribute(name, style.getPropertyValue(name));
  }
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  );
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  return image;
}
