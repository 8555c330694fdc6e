/** Pixels of the image per pixel of the page, for sharp prints. */
const sharpness = 2;
const margin = 24;
const captionHeight = 20;

/**
 * Paints a part of the page as a PNG: the backgrounds, borders, text and canvases that the browser has laid out. It
 * supports only what the figures of this page need.
 * @param captions lines below the image
 */
export function paintPng(part: HTMLElement, captions: string[]): Promise<Blob> {
  const bounds = part.getBoundingClientRect();
  const height = bounds.height + 2 * margin + captions.length * captionHeight + margin / 2;
  const canvas = new OffscreenCanvas(
    Math.ceil((bounds.width + 2 * margin) * sharpness),
    Math.ceil(height * sharpness),
  );
  const ctx = canvas.getContext('2d')!;
  const body = getComputedStyle(document.body);
  ctx.fillStyle = body.backgroundColor;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.scale(sharpness, sharpness);
  ctx.translate(margin - bounds.left, margin - bounds.top);
  paint(ctx, part);
  ctx.font = `12px ${body.fontFamily}`;
  ctx.fillStyle = body.color;
  for (const [line, caption] of captions.entries()) {
    ctx.fillText(caption, bounds.left, bounds.bottom + margin + line * captionHeight);
  }
  // Unlike toBlob of a canvas in the page, this does not wait until the browser is idle.
  return canvas.convertToBlob({ type: 'image/png' });
}

function paint(ctx: OffscreenCanvasRenderingContext2D, element: Element): void {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden') return;
  // Clipped elements are for screen readers.
  if (element.matches('[data-unpainted]') || style.clipPath !== 'none') return;
  const bounds = element.getBoundingClientRect();
  ctx.globalAlpha = Number(style.opacity);
  if (element instanceof HTMLCanvasElement) {
    ctx.drawImage(element, bounds.left, bounds.top, bounds.width, bounds.height);
    return;
  }
  if (element instanceof SVGSVGElement) {
    paintDrawing(ctx, element, bounds);
    return;
  }
  ctx.fillStyle = style.backgroundColor;
  ctx.beginPath();
  // Points are round boxes; other corners are too small to see.
  const isRound = style.borderTopLeftRadius === '50%';
  ctx.roundRect(bounds.left, bounds.top, bounds.width, bounds.height, isRound ? bounds.width / 2 : 0);
  ctx.fill();
  paintBorders(ctx, style, bounds);
  for (const child of element.childNodes) {
    if (child instanceof Text) paintText(ctx, child, style);
    else if (child instanceof Element) paint(ctx, child);
  }
}

/** The paths of a drawing. */
function paintDrawing(ctx: OffscreenCanvasRenderingContext2D, drawing: SVGSVGElement, bounds: DOMRect): void {
  const { width, height } = drawing.viewBox.baseVal;
  ctx.save();
  ctx.translate(bounds.left, bounds.top);
  ctx.scale(bounds.width / width, bounds.height / height);
  for (const path of drawing.querySelectorAll('path')) {
    const style = getComputedStyle(path);
    const shape = new Path2D(path.getAttribute('d') ?? '');
    ctx.globalAlpha = Number(style.opacity);
    ctx.lineWidth = Number.parseFloat(style.strokeWidth);
    ctx.setLineDash(
      style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(', ').map(Number.parseFloat),
    );
    ctx.fillStyle = style.fill;
    if (style.fill !== 'none') ctx.fill(shape);
    ctx.strokeStyle = style.stroke;
    if (style.stroke !== 'none') ctx.stroke(shape);
  }
  ctx.restore();
}

function paintBorders(
  ctx: OffscreenCanvasRenderingContext2D,
  style: CSSStyleDeclaration,
  bounds: DOMRect,
): void {
  const [top, bottom] = [Number.parseFloat(style.borderTopWidth), Number.parseFloat(style.borderBottomWidth)];
  ctx.fillStyle = style.borderTopColor;
  if (top > 0) ctx.fillRect(bounds.left, bounds.top, bounds.width, top);
  ctx.fillStyle = style.borderBottomColor;
  if (bottom > 0) ctx.fillRect(bounds.left, bounds.bottom - bottom, bounds.width, bottom);
}

/** Paints text word by word, each at its position in the page. */
function paintText(ctx: OffscreenCanvasRenderingContext2D, node: Text, style: CSSStyleDeclaration): void {
  ctx.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  ctx.fillStyle = style.color;
  const range = document.createRange();
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const bounds = range.getBoundingClientRect();
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = ctx.measureText(word);
    const leading = (bounds.height - ascent - descent) / 2;
    ctx.fillText(word, bounds.left, bounds.top + leading + ascent);
  }
}
