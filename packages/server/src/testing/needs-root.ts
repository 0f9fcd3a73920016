import { lacks } from '@p2p-rates/core/testing'

export const needsRoot = lacks(...(process.getuid?.() === 0 ? [] : ['the rights of root']))
