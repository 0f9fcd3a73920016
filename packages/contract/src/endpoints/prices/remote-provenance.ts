import type { RemoteReading } from '@p2p-rates/core'
import { z } from 'zod'
import { typed } from '../../endpoint/type-names.js'
import type { Source } from '../../generated/types.js'

type RemoteProvenance = Pick<Source, 'via' | 'checked'>

export const remoteProvenanceFields = {
  via: typed("'remote'", z.enum(['remote']))
    .exactOptional()
    .meta({
      description: 'Remote collector that read the ad; absent if this server read it.',
    }),
  checked: z.boolean().exactOptional().meta({
    description: 'True if a second collector confirmed the reading. Best prices use only confirmed readings.',
  }),
}

export const toRemoteProvenanceResponse = (remote: RemoteReading | undefined): RemoteProvenance =>
  remote === undefined ? {} : { via: 'remote', checked: remote.checked }
