/**
 * Makes many attacks, a few at a time.
 * @returns what is wrong with the answers, the first hundred of it
 */
export async function attackAll(attacks: (() => Promise<string[]>)[], atATime = 8): Promise<string[]> {
  const faults: string[] = [];
  const queue = attacks.values();
  const attacker = async () => {
    for (const attack of queue) faults.push(...(await attack()));
  };
  await Promise.all(Array.from({ length: atATime }, attacker));
  return faults.slice(0, 100);
}
