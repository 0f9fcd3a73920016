export type PriceOriginFlags = { readonly isSimulated: boolean; readonly isReplay: boolean }

export type PriceOrigin = ReturnType<typeof createPriceOrigin>

export function createPriceOrigin(isReplay: boolean) {
  const checks: (() => boolean)[] = []
  const isSimulated = (): boolean => checks.some((check) => check())
  return {
    isSimulated,
    flags: (): PriceOriginFlags => ({ isSimulated: isSimulated(), isReplay }),
    /** Adds a reason to call all prices simulated. */
    addSimulationCheck: (check: () => boolean): void => void checks.push(check),
  }
}
