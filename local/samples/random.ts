/** Repeatable random numbers: the same seed gives the same sequence on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  /** Normal with mean 0 and standard deviation 1. */
  normal(): number;
};

/**
 * The generator sfc32 by Chris Doty-Humphrey (PractRand, http://pracrand.sourceforge.net), with its state filled
 * from the seed as PractRand does. Normals by Marsaglia's polar method.
 */
export function randomFrom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  let spare: number | undefined;

  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  // The first outputs still show the seed.
  for (let i = 0; i < 12; i++) next();

  const normal = () => {
    if (spare !== undefined) {
      const ready = spare;
      spare = undefined;
      return ready;
    }
    let x: number;
    let y: number;
    let square: number;
    do {
      x = 2 * next() - 1;
      y = 2 * next() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const scale = Math.sqrt((-2 * Math.log(square)) / square);
    spare = y * scale;
    return x * scale;
  };
  return { next, normal };
}

/** Chooses one of the values with the probability of its weight; weights need not add up to 1. */
export function weighted<T>(
  choices: readonly (readonly [value: T, weight: number])[],
): (random: Random) => T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  return (random) => {
    const point = random.next();
    let reached = 0;
    const chosen = choices.find(([, weight]) => {
      reached += weight / total;
      return point < reached;
    });
    // The sum of the shares may fall short of 1 by a rounding error.
    return (chosen ?? choices.at(-1)!)[0];
  };
}
