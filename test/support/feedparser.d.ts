declare module 'feedparser' {
  import type { Transform } from 'node:stream';
  export interface Item {
    guid: string;
    title: string;
    summary: string | null;
    link: string;
    date: Date | null;
    pubdate: Date | null;
  }
  export default class FeedParser extends Transform {
    meta: { title: string; link: string; xmlurl: string; date: Date };
    constructor(options: { feedurl: string });
    [Symbol.asyncIterator](): AsyncIterableIterator<Item>;
  }
}
