import { exitCodes } from './exit-codes.ts';
import type { ProgressView } from './progress.ts';

/** Ctrl-C ends the watching, not the imports. @returns what ends the listening */
export function sayOnInterrupt(ids: number[], view: ProgressView): () => void {
  const onInterrupt = () => {
    view.stop();
    for (const id of ids) {
      console.error(
        `Import ${id} goes on. Follow it: npx gem-auctions imports ${id}; stop it: npx gem-auctions cancel ${id}`,
      );
    }
    process.exit(exitCodes.interrupted);
  };
  process.once('SIGINT', onInterrupt);
  return () => process.off('SIGINT', onInterrupt);
}
