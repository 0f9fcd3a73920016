// Many stream clients in one process: plain sockets that read every event and note when the first and the last got it.
import { connect } from 'node:net'
import { monoMs } from '../../proofs/harness/wait.js'

export type Broadcast = {
  readonly id: string
  readonly clients: number
  readonly spreadMs: number
  /** By the clock that all processes share. */
  readonly lastAtMs: number
}
export type ClientProcessOrder =
  | { readonly port: number; readonly keys: readonly string[]; readonly clients: number }
  | 'report'
  | 'forget'

const connectingAtOnce = 200
const broadcasts = new Map<string, { clients: number; firstMs: number; lastMs: number }>()

process.on('message', (order: ClientProcessOrder) => {
  if (order === 'forget') broadcasts.clear()
  else if (order === 'report') process.send?.(report())
  else void open(order)
})
process.on('disconnect', () => process.exit())

async function open({ port, keys, clients }: Exclude<ClientProcessOrder, string>): Promise<void> {
  const requestOf = (key = '') => `GET /api/v1/stream?fiat=UAH HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n\r\n`
  let left = clients
  const worker = async () => {
    while (left-- > 0) await openOne(port, requestOf(keys[left % keys.length]))
  }
  try {
    await Promise.all(Array.from({ length: connectingAtOnce }, worker))
    process.send?.('open')
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
}

const openOne = (port: number, request: string): Promise<void> =>
  new Promise((opened, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('error', failed)
    socket.once('data', (head) => {
      if (!head.includes(' 200 ')) failed(new Error(head.toString('latin1', 0, 200)))
      socket.on('data', note)
      opened()
    })
  })

function note(bytes: Buffer): void {
  const id = /(?:^|\n)event: \w+\nid: (\d+)/.exec(bytes.toString('latin1', 0, 160))?.[1]
  if (id === undefined) return
  const atMs = monoMs()
  const known = broadcasts.get(id)
  if (known === undefined) broadcasts.set(id, { clients: 1, firstMs: atMs, lastMs: atMs })
  else {
    known.clients++
    known.lastMs = atMs
  }
}

const report = (): Broadcast[] =>
  [...broadcasts].map(([id, { clients, firstMs, lastMs }]) => ({
    id,
    clients,
    spreadMs: lastMs - firstMs,
    lastAtMs: lastMs,
  }))
