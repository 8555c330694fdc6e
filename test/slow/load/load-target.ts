/** The process under load. */
export interface LoadTarget {
  url: string;
  pid: number;
  /** Port of the inspector, which opens on SIGUSR1. */
  inspectorPort: number;
}
