import { enShare, type ShareText } from './en-share.ts';

/** The texts of what can be taken elsewhere, in the page's language. */
export const shareText: ShareText = enShare;
