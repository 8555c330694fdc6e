import { lgamma } from 'mathjs';

/** The two-sided 5% critical value of Student's t, by integrals of the density. */
export function plainReach(degreesOfFreedom: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let halvings = 0; halvings < 50; halvings++) {
    const middle = (low + high) / 2;
    if (probabilityWithin(middle, degreesOfFreedom) < 0.95) low = middle;
    else high = middle;
  }
  return Math.sqrt(degreesOfFreedom) * Math.tan(low);
}

/** Integrates the density by Simpson's rule. With t = √ν·tan(angle), it is a power of the cosine. */
function probabilityWithin(angle: number, degrees: number): number {
  const steps = 200;
  const heights = Array.from({ length: steps + 1 }, (_, i) => {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    return weight * Math.cos((angle * i) / steps) ** (degrees - 1);
  });
  const area = (heights.reduce((sum, height) => sum + height, 0) * angle) / (3 * steps);
  const whole = (Math.sqrt(Math.PI) / 2) * Math.exp(lgamma(degrees / 2) - lgamma((degrees + 1) / 2));
  return area / whole;
}
