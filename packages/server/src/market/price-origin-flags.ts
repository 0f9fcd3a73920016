export type PriceOriginFlags = { readonly isSimulated: boolean; readonly isReplay: boolean }
