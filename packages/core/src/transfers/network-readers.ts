import { kucoinNetworks } from './kucoin-networks.js'
import type { NetworkReader } from './network-reader.js'

/** Exchanges that tell their networks without a key. */
export const networkReaders: readonly NetworkReader[] = [kucoinNetworks]
