import type { HandedReadings } from '../collecting/handed-readings.js'
import type { Messenger } from '../collecting/handing-over.js'
import type { LaneTold } from '../collecting/told-lanes.js'
import { putIntoLog } from '../feed/log-feed.js'
import type { SourcesTold } from '../market/told-sources.js'
import type { PostedTasks } from '../reporters/task-board.js'
import type { LedStore, Sharing } from '../store/store.js'

/** The other servers, for one who has a duty: whatever he says and hands over is refused once he has it no longer. */
export interface Elsewhere extends Messenger {
  tell(word: SourcesTold | LaneTold): Promise<void>
  /** What all of them have handed over. */
  readonly readings: Pick<HandedReadings, 'since' | 'agesOf'>
  /** Pages that their remote collectors may read for us. */
  readonly tasks: PostedTasks
}

export const reachElsewhere = (led: LedStore, { readings }: Pick<Sharing, 'readings'>): Elsewhere => ({
  tell: async (word) => void (await putIntoLog(led.changes, word)),
  handOver: (handed) =>
    led.inOneStep(async (within) => {
      const place = await putIntoLog(within.changes, { kind: 'handed_over' })
      for (const reading of handed) await within.readings.put(reading, place)
    }),
  readings,
  tasks: led.tasks,
})
