import { h } from '../page/element.ts';

/** What a cell is of, for rows that become cards on a narrow screen, where no column head says so. */
export const cellLabel = (label: string): HTMLElement => h('span', { class: 'cell-label' }, label);
