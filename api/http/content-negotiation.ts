import type { Context } from 'koa';
import { type Encoding, encodings } from '../endpoint/encoded-body.ts';
import { Lru, recall } from '../lru.ts';

/** Clients send few different headers: what each asks for is read once. */
const remembered = 100;

const types = new Lru<boolean>(remembered);
const bests = new Lru<Encoding>(remembered);

/** Whether the client takes this type of content. */
export function accepts(context: Context, contentType: string): boolean {
  const header = context.get('Accept');
  return recall(types, `${contentType} ${header}`, () => context.accepts(contentType) !== false);
}

/** The best encoding that the client takes at all: its order of equal ones is an accident. */
export function bestEncoding(context: Context): Encoding {
  const read = () => encodings.find((encoding) => context.acceptsEncodings(encoding) === encoding);
  return recall(bests, context.get('Accept-Encoding'), () => read() ?? 'identity');
}
