// Operator process of the replicas benchmark: runs operator commands and reports their start and end times.
import { withOperator } from '@p2p-rates/server/testing'
import { monoMs } from '../../proofs/harness/mono-ms.js'

export type OperatorOrder = { readonly make: number } | { readonly revoke: string }
export type MadeKey = { readonly key: string; readonly id: string }
export type Revoked = { readonly calledAtMs: number; readonly actedAtMs: number; readonly silent: number }

process.on('disconnect', () => process.exit())
await withOperator(async (operator) => {
  const make = async (count: number): Promise<readonly MadeKey[]> => {
    const made: MadeKey[] = []
    for (let number = 0; number < count; number++) {
      const { id } = await operator.createAccount(`bench ${number}`, 'Business')
      const { key, record } = await operator.createKey(id, null)
      made.push({ key, id: record.id })
    }
    return made
  }
  const revoke = async (id: string): Promise<Revoked> => {
    const calledAtMs = monoMs()
    await operator.revokeKey(id)
    const acted = await operator.acted()
    return { calledAtMs, actedAtMs: monoMs(), silent: acted?.silent.length ?? 0 }
  }
  process.on('message', async (order: OperatorOrder) => {
    process.send?.('make' in order ? await make(order.make) : await revoke(order.revoke))
  })
  process.send?.('ready')
  await new Promise(() => {})
})
