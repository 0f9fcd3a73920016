import type { Reporter } from './reporter.js'

/**
 * Remote collectors registered by the operator. Implemented in storage/; every implementation passes
 * reporter-store.contract.ts. Writes resolve once durable.
 */
export interface ReporterStore {
  add(reporter: Reporter): Promise<boolean>
  find(id: string): Promise<Reporter | null>
  list(): Promise<readonly Reporter[]>
  /**
   * Atomic and durable: writes the result of `decide`, which may run more than once. Null if the collector does not
   * exist.
   */
  change(id: string, decide: (now: Reporter) => Reporter): Promise<Reporter | null>
  remove(id: string): Promise<boolean>
}
