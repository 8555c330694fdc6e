import type { Facets } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';

/** One view of the page. */
export interface View {
  element: HTMLElement;
  /**
   * Shows a state; resolves when it is visible. A response that arrives after another state was requested is not shown.
   * @throws Problem when the whole view has nothing to show
   */
  show(state: PageState, frame: Frame): Promise<void>;
}

/** What a view reports to the page. */
export interface Frame {
  /** Whether the state is still current. */
  isCurrent(): boolean;
  /** Reports the available filter values. */
  facets(facets: Facets | undefined, total: number): void;
  /** Says which lots behind the figures are generated; empty where none are. */
  samples(said: string): void;
  /** Reports the filters as the API understood them. */
  understood(filters: Record<string, unknown>): void;
}
