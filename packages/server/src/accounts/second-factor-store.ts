import type { RecoveryDigest, SecondFactor } from './second-factor.js'

/** Second factors. Implemented in storage/; every implementation passes second-factor-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface SecondFactorStore {
  find(accountId: string): Promise<SecondFactor | null>
  /** False if the account has one already, or if no one logs in to it. */
  turnOn(factor: SecondFactor): Promise<boolean>
  /** In one step: false if this step or a later one was used before. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** In one step: false if this code was used before or never given. */
  useRecovery(accountId: string, digest: RecoveryDigest): Promise<boolean>
  turnOff(accountId: string): Promise<boolean>
}
