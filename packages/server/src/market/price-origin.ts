export type PriceOriginFlags = { readonly isSimulated: boolean; readonly isReplay: boolean }

/** Origin of the shown prices: real, simulated or replayed. */
export type PriceOrigin = {
  isSimulated(): boolean
  flags(): PriceOriginFlags
  /** Adds a reason to call all prices simulated. */
  addSimulationCheck(isSimulated: () => boolean): void
}

export function createPriceOrigin(isReplay: boolean): PriceOrigin {
  const checks: (() => boolean)[] = []
  const isSimulated = (): boolean => checks.some((check) => check())
  return {
    isSimulated,
    flags: () => ({ isSimulated: isSimulated(), isReplay }),
    addSimulationCheck: (check) => {
      checks.push(check)
    },
  }
}
