import type { Reporter } from './reporter.js'

/** The remote collectors that the operator has let in. Implemented in store/; every implementation passes reporter-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface ReporterStore {
  /** False where one of this name is there already. */
  add(reporter: Reporter): Promise<boolean>
  find(id: string): Promise<Reporter | null>
  /** By name. */
  list(): Promise<readonly Reporter[]>
  /** In one durable step: `decide` is told the reporter as it stands, and what it answers is written. It may be asked again. Null where there is none. */
  change(id: string, decide: (now: Reporter) => Reporter): Promise<Reporter | null>
  /** False where there is none. */
  remove(id: string): Promise<boolean>
}
