/** Pixels of the page around the image, and of a line of text. */
const [margin, lineHeight] = [24, 20];

/** An image of the canvases of a chart, one below the other, between its headline and its captions. */
export function pngOf(
  canvases: readonly HTMLCanvasElement[],
  headline: string,
  captions: readonly string[],
): Promise<Blob> {
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  const width = Math.max(...canvases.map((canvas) => canvas.width)) / devicePixelRatio;
  const heights = canvases.map((canvas) => canvas.height / devicePixelRatio);
  const charts = heights.reduce((sum, height) => sum + height, 0);
  const image = new OffscreenCanvas(
    (width + 2 * margin) * devicePixelRatio,
    (charts + (captions.length + 1) * lineHeight + 3 * margin) * devicePixelRatio,
  );
  const ctx = image.getContext('2d')!;
  ctx.fillStyle = backgroundColor;
  ctx.fillRect(0, 0, image.width, image.height);
  ctx.scale(devicePixelRatio, devicePixelRatio);
  ctx.translate(margin, margin);
  ctx.fillStyle = color;
  const write = (line: string, font: string) => {
    ctx.font = `${font} ${fontFamily}`;
    // A long line is compressed.
    ctx.fillText(line, 0, lineHeight / 2, width);
    ctx.translate(0, lineHeight);
  };
  write(headline, '600 15px');
  for (const [place, canvas] of canvases.entries()) {
    ctx.drawImage(canvas, 0, 0, width, heights[place]!);
    ctx.translate(0, heights[place]!);
  }
  ctx.translate(0, margin);
  for (const caption of captions) write(caption, '12px');
  return image.convertToBlob({ type: 'image/png' });
}
