import type { Page } from 'playwright-core';

/** For each period of a figure, whether the middle of its column contains the color of the line. */
export async function inkedPeriods(page: Page, figure: string, periods: number): Promise<boolean[]> {
  return (await page.evaluate(`(() => {
    const canvas = document.querySelector('.figure-${figure} canvas');
    const frame = document.querySelector('.figure-${figure} .u-over');
    const left = Number.parseFloat(frame.style.left), width = Number.parseFloat(frame.style.width);
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = 'var(--accent)';
    const [red, green, blue] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    const ctx = canvas.getContext('2d');
    return Array.from({ length: ${periods} }, (_, place) => {
      const x = Math.round((left + (width * (place + 0.5)) / ${periods}) * devicePixelRatio);
      const { data } = ctx.getImageData(x, 0, 1, canvas.height);
      for (let at = 0; at < data.length; at += 4) {
        const [r, g, b, a] = data.subarray(at, at + 4);
        const far = Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue);
        if (a > 200 && far < 24) return true;
      }
      return false;
    });
  })()`)) as boolean[];
}
