import { h } from '../page/element.ts';

/** The label of a cell, for rows that become cards without column heads on a narrow screen. */
export const cellLabel = (label: string): HTMLElement => h('span', { class: 'cell-label' }, label);
