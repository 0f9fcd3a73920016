import { createRandom } from '@p2p-rates/core/internal'
import { makeKey } from '../accounts/tokens.js'
import { createLog } from '../base/log/log.js'
import { createResponseChecker, type ResponseChecker } from './conformance/response-checker.js'
import { hostileRequest, type Keyring } from './hostile-requests.js'
import { rawComplaint, rawGarbage, sendRaw } from './raw-garbage.js'
import { createKey, startServer } from './start-server.js'
import { createTestClient, type TestClient, type TestRequest, type TestResponse } from './test-client.js'

export type FuzzResult = {
  readonly complaints: readonly string[]
  readonly statuses: ReadonlyMap<number, number>
  readonly bugs: readonly string[]
}

export const runFuzz = async ({ seed, count }: { seed: number; count: number }): Promise<FuzzResult> => {
  const logged: string[] = []
  const wide = { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000_000 }
  const running = await startServer({
    historyDays: 2,
    pages: true,
    faults: [{ exchange: 'all', fault: { kind: 'hostile_names' } }],
    log: createLog('debug', (line) => logged.push(line)),
    settings: { P2P_PROXY_HOPS: '1', P2P_PLANS: JSON.stringify({ Starter: wide, Pro: wide, Business: wide }) },
  })
  const asker = createTestClient(running.url)
  const keys: Keyring = {
    good: [...Object.values(running.keys), running.keys.Business, running.keys.Business],
    bad: [makeKey(), 'x', '__proto__'],
    ids: await makeWebhook(asker, running.keys.Business),
  }
  const served = await asker.ask({
    path: '/api/v1/openapi.json',
    headers: [['X-API-Key', await createKey(running.server, 'Free')]],
  })
  const judge = createResponseChecker(JSON.parse(served.text), running.config.PLANS)

  const random = createRandom(seed)
  const complaints: string[] = []
  const statuses = new Map<number, number>()
  const play = async (asked: TestRequest) => {
    const answer = await asker.ask(asked)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    for (const complaint of complaintsAbout(judge, asked, answer))
      complaints.push(`${JSON.stringify(asked).slice(0, 600)}: ${complaint}`)
  }
  const throwGarbage = async (garbage: Buffer) => {
    const complaint = rawComplaint(garbage, await sendRaw(running.url, garbage))
    if (complaint !== null) complaints.push(complaint)
  }
  try {
    for (let done = 0; done < count; done += together) {
      // Generate all requests before sending, so that a seed always sends the same ones.
      const asks = Array.from({ length: together - 1 }, () => hostileRequest(random, keys))
      const garbage = rawGarbage(random, running.keys.Pro)
      await Promise.all([...asks.map(play), throwGarbage(garbage)])
    }
    if ('polluted' in {}) complaints.push('objects are polluted')
    await play({ path: '/api/v1/rates', headers: [['X-API-Key', running.keys.Business]] })
  } finally {
    asker.close()
    await running.stop()
  }
  const told = logged.filter((line) => keys.good.some((key) => line.includes(key.slice(12))))
  for (const line of told) complaints.push(`a key is in the log: ${line}`)
  return { complaints, statuses, bugs: logged.filter((line) => line.startsWith('{"level":50')) }
}

/** A webhook and a delivery of it. */
const makeWebhook = async (asker: TestClient, key: string): Promise<string[]> => {
  const post = async (path: string, body: string): Promise<string> => {
    const headers = [['X-API-Key', key] as const, ['Content-Type', 'application/json'] as const]
    const { text } = await asker.ask({ method: 'POST', path: `/api/v1/webhooks${path}`, headers, body })
    return (JSON.parse(text) as { id: string }).id
  }
  const id = await post('', '{"url":"https://hooks.example.com/","event":"spread","threshold":99,"amount":5000}')
  return [id, await post(`/${id}/test`, '')]
}

const together = 16

const complaintsAbout = (judge: ResponseChecker, asked: TestRequest, answer: TestResponse): readonly string[] => {
  // Bytes that Node's parser refuses never become a request.
  const isUnreadable = answer.headers.get('connection') === 'close' && answer.text.includes('not a request we can read')
  if (isUnreadable) return answer.status < 500 ? [] : [`status ${answer.status}`]
  const failed = answer.status >= 500 && answer.status !== 503 ? [`status ${answer.status}: ${answer.text}`] : []
  return [...judge.complaints(asked, answer), ...failed]
}
