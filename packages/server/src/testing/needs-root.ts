import { lacks } from '@p2p-rates/core/testing'

/** Options of a test that gives files to another user. */
export const needsRoot = lacks(...(process.getuid?.() === 0 ? [] : ['the rights of root']))
