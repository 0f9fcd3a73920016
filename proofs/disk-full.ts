import { databasePathOf, inspect } from '@p2p-rates/server/testing'
import { type Receiver, type Simulator, startReceiver, startSimulator } from '@p2p-rates/simulator'
import { checkState, type ExpectedState, runDiskOutage } from './disk-full/disk-outage.js'
import { createFailingDisk, type Disk, mountSmallDisk } from './disk-full/disks.js'
import { bodyOf, openApi } from './harness/api-call.js'
import { withParts } from './harness/parts.js'
import { endProcess, makeDataDir, operatorOf, requireBuild, startServerProcess } from './harness/server-process.js'
import type { Proof } from './proof.js'

/** Takes the disk away from the built server and gives it back: a real full file system, and a driver that fails from the n-th write on. */
export const diskFullProof: Proof = {
  name: 'disk-full',
  target: 'on a full disk reads go on, writes answer 503 storage_unavailable, nothing is torn, and it heals by itself',
  run: ({ seed, count, fast, print }) =>
    withParts(async (open) => {
      requireBuild()
      const rounds = count ?? (fast ? 2 : 24)
      const { root } = await open(makeDataDir())
      const simulator = await open(startSimulator({ seed, stepMs: 500 }))
      const receiver = await open(startReceiver())
      const small = mountSmallDisk(root)
      if (small === null) print('a small disk cannot be mounted here: only the failing driver is used')
      else await open(small)
      const breaches: string[] = []
      let refused = 0
      for (const disk of [...(small === null ? [] : [small]), createFailingDisk(root)]) {
        const breach = (text: string) => void breaches.push(`${disk.name}: ${text}`)
        const before = refused
        refused += await runOnDisk(disk, { rounds, simulator, receiver, breach })
        print(`${disk.name}: ${refused - before} writes refused in ${rounds} outages`)
      }
      return { breaches, figure: `${refused} refused writes${small === null ? ' (no real full disk)' : ''}` }
    }),
}

type DiskRun = {
  readonly rounds: number
  readonly simulator: Simulator
  readonly receiver: Receiver
  readonly breach: (text: string) => void
}

const runOnDisk = async (disk: Disk, { rounds, simulator, receiver, breach }: DiskRun): Promise<number> => {
  const launch = { dataDir: disk.dataDir, simulator, ...disk.harm }
  const plenty = { requestsPerMinute: 1_000_000, webhooks: 100_000, streams: 100 }
  const settings = { P2P_PLANS: JSON.stringify({ Business: plenty }) }
  const expected: ExpectedState = { webhooks: new Map(), others: new Map(), leaked: [], counted: 0 }
  let refused = 0
  let server = startServerProcess({ ...launch, settings })
  try {
    const url = await server.listening
    const operator = await operatorOf(disk.dataDir)
    const { id: accountId } = await operator.createAccount('Writer', 'Business')
    const { key: writer, record } = await operator.createKey(accountId, null)
    const { id: readerId } = await operator.createAccount('Reader', 'Business')
    const { key: reader } = await operator.createKey(readerId, null)
    const clients = { writer, accountId, keyId: record.id, reader, receiverUrl: receiver.url }

    const { call, close } = openApi(url)
    for (let round = 0; round < rounds; round++)
      refused += await runDiskOutage({ url, call, operator, disk, expected, ...clients, breach }, round)
    await close()

    const { code } = await endProcess(server, 'SIGTERM')
    if (code !== 0) breach(`it stopped with ${code}: ${server.output().slice(-500)}`)
    for (const fault of inspect(databasePathOf(disk.dataDir)).faults) breach(`the database is damaged: ${fault}`)

    server = startServerProcess({ ...launch, settings })
    const again = openApi(await server.listening)
    await checkState({
      ...{ url, call: again.call, operator: await operatorOf(disk.dataDir), disk, expected, ...clients, breach },
    })
    const { used_this_month: used } = bodyOf<{ used_this_month: number }>(
      await again.call('GET', '/me', { key: reader }),
    )
    // The question itself is counted, too.
    if (used !== expected.counted + 1) breach(`${used - 1} requests are counted, ${expected.counted} were answered`)
    await again.close()
  } finally {
    await endProcess(server, 'SIGKILL')
  }
  return refused
}
