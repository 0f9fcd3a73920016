import { htxNetworks } from './htx-networks.js'
import { kucoinNetworks } from './kucoin-networks.js'
import type { NetworkReader } from './network-reader.js'

/** Exchanges that show their networks without a key. */
export const networkReaders: readonly NetworkReader[] = [kucoinNetworks, htxNetworks]
