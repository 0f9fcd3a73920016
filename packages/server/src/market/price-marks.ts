export type PriceMarks = { readonly isSimulated: boolean; readonly isReplay: boolean }
