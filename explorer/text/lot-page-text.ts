import { enLotPage, type LotPageText } from './en-lot-page.ts';

/** The texts of the page of a lot in the page's language. */
export const lotPageText: LotPageText = enLotPage;
