import { type ChartsText, enCharts } from './en-charts.ts';

/** The texts of charts in the page's language. */
export const chartsText: ChartsText = enCharts;
