import type { Facets } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';

/** One view of the page. */
export interface View {
  element: HTMLElement;
  /**
   * Shows a state; resolves when it is there to see. What arrives after another state was asked for is not shown.
   * @throws Problem when the view as a whole has nothing to show
   */
  show(state: PageState, frame: Frame): Promise<void>;
}

/** What a view tells the page around it. */
export interface Frame {
  /** Whether the state is still the one to show. */
  isCurrent(): boolean;
  /** What there is to filter by. */
  facets(facets: Facets | undefined, total: number): void;
  /** The filters as the API understood them. */
  understood(filters: Record<string, unknown>): void;
}
