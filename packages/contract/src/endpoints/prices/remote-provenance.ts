import type { RemoteReading } from '@p2p-rates/core'
import { z } from 'zod'

/** Only where a remote collector has read the exchange, from another address. */
export type RemoteProvenance = {
  readonly via: 'remote'
  /** False while it is known from one collector alone that was not checked often enough: then no price rests on it. */
  readonly checked: boolean
}

export const remoteProvenanceFields = {
  via: z.enum(['remote']).exactOptional().meta({
    description: 'Remote collector that read the ad; absent if this server read it.',
  }),
  checked: z.boolean().exactOptional().meta({
    description: 'True if a second collector confirmed the reading. Best prices use only confirmed readings.',
  }),
}

export const remoteProvenanceColumns = ['via', 'checked'] as const satisfies readonly (keyof RemoteProvenance)[]

export const toRemoteProvenanceResponse = (remote: RemoteReading | undefined): Partial<RemoteProvenance> =>
  remote === undefined ? {} : { via: 'remote', checked: remote.checked }
