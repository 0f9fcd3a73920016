/** Marks that every price carries on its way out: of exchanges that are simulations, and of an archive that is replayed. */
export type PriceMarks = { readonly isSimulated: boolean; readonly isReplay: boolean }
