import type { Fiat } from '../currencies-and-sides.js'
import { ecb } from './ecb.js'
import { nbg } from './nbg.js'
import { nbu } from './nbu.js'
import type { OfficialSource } from './official-source.js'
import { bnm, cba, cbar, nbk, nbkr } from './xml-banks.js'

/** Central banks whose official rates are read. Each currency has at most one source. */
export const centralBanks: readonly OfficialSource[] = [ecb, nbu, nbk, nbg, cba, bnm, cbar, nbkr]

export const officialIds: readonly string[] = centralBanks.map(({ id }) => id)

export const officialOf = (fiat: string): OfficialSource | null =>
  centralBanks.find(({ fiats }: { readonly fiats: readonly string[] }) => fiats.includes(fiat as Fiat)) ?? null
