import { join } from 'node:path'
import { exchangeIds } from '@p2p-rates/core'
import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../proofs/harness/free-port.js'
import { differences, fitsText } from './compare-output-shape.js'
import { readGuide } from './guide.js'
import { startRateLimitingProxy } from './rate-limiting-proxy.js'
import { callOf, inWindow, openSampleSandbox, type SampleSandbox, sampleRunners } from './sample-sandbox.js'
import { type Fence, groupsOf, isRun, type ProgramLanguage, type SampleMode, sampleModeOf } from './samples.js'

type Sample = { readonly name: string; readonly fence: Fence; readonly output: Fence | null }

const samples = readGuide('en').flatMap(({ slug, body }) =>
  groupsOf(body).flatMap(({ programs, output }, group) =>
    programs
      .filter((fence) => isRun(fence) && sampleModeOf(fence) !== 'receiver')
      .map((fence): Sample => ({ name: `${slug} ${group + 1} in ${fence.language}`, fence, output })),
  ),
)

const languageOf = ({ fence }: Sample) => fence.language as ProgramLanguage
const programsOf = (sample: Sample): readonly string[] => [
  sampleRunners[languageOf(sample)].program,
  ...(sample.fence.words.includes('terminal') ? ['script'] : []),
  ...(/^curl|\bcurl /m.test(sample.fence.code) ? ['curl'] : []),
]

let shop: SampleSandbox
let server: TestServer
let receiver: Receiver

beforeAll(async () => {
  shop = openSampleSandbox()
  receiver = await startReceiver()
  const settings = { P2P_PRIVATE_RECEIVERS: 'true', P2P_PLANS: '{"Pro":{"webhooks":50,"streams":50}}' }
  server = await startServer({ settings })
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
  shop.close()
})

const withKey = (key = server.keys.Pro) => ({ P2P_BASE_URL: server.url, P2P_API_KEY: key })

test('every page shows programs, and in all languages that are promised', () => {
  expect(samples.length).toBeGreaterThan(30)
  expect(new Set(samples.map(languageOf))).toEqual(new Set(['sh', 'ts', 'python', 'go']))
})

describe.concurrent('a sample does what its page says', { timeout: 180_000 }, () => {
  for (const sample of samples)
    test(sample.name, needs(...programsOf(sample)), async () => {
      await play[sampleModeOf(sample.fence) as keyof typeof play](sample)
    })
})

const isPrinted = ({ output }: Sample, out: string): boolean =>
  output === null ? out.trim() !== '' : output.language === 'text' && fitsText(output.code, out)

function expectOutput({ output }: Sample, out: string): void {
  if (output?.language === 'json') expect(differences(JSON.parse(output.code), JSON.parse(out))).toEqual([])
  else if (output !== null && !fitsText(output.code, out)) expect(out).toBe(output.code)
}

async function runToItsEnd(sample: Sample, environment: Readonly<Record<string, string>>, code = sample.fence.code) {
  const call = callOf(languageOf(sample), shop.place(languageOf(sample), code))
  const {
    code: status,
    out,
    err,
  } = await shop.start(sample.fence.words.includes('terminal') ? inWindow(call) : call, environment).ended
  expect({ status, err: status === 0 ? '' : `${err}${out}` }).toEqual({ status: 0, err: '' })
  expectOutput(sample, out)
}

const play: Readonly<Record<Exclude<SampleMode, 'receiver' | 'check' | 'example'>, (sample: Sample) => Promise<void>>> =
  {
    plain: (sample) => runToItsEnd(sample, withKey()),

    direct: (sample) => {
      const { baseUrls } = server.simulator
      const options = exchangeIds.map((id) => `--exchange-url ${id}=${baseUrls[id]}`).join(' ')
      // Exchanges are not to be reached from a test.
      const code = sample.fence.code.replace(
        'createExchangeClient()',
        `createExchangeClient(${JSON.stringify({ baseUrls })})`,
      )
      return runToItsEnd(sample, { P2P_SAMPLE_OPTIONS: options }, code)
    },

    follow: async (sample) => {
      const path = shop.place(languageOf(sample), sample.fence.code)
      const program = shop.start(callOf(languageOf(sample), path), withKey())
      await program.until((out) => isPrinted(sample, out))
      await program.stop()
    },

    retried: async (sample) => {
      const front = await startRateLimitingProxy(server.url)
      await runToItsEnd(sample, { ...withKey(), P2P_BASE_URL: front.url })
      expect(front.refused()).toBe(1)
      front.close()
    },

    webhook: async (sample) => {
      const ask = { method: 'POST', headers: { 'X-API-Key': server.keys.Business, 'Content-Type': 'application/json' } }
      const hook = { url: receiver.url, event: 'best_buy', threshold: 0.01 }
      const made = await fetch(`${server.baseUrl}/webhooks`, { ...ask, body: JSON.stringify(hook) })
      expect(made.status).toBe(201)
      const before = receiver.deliveries.length
      await runToItsEnd(sample, withKey(server.keys.Business))
      await receiver.waitForDeliveries(before + 1)
    },

    server: async (sample) => {
      const port = await freePort()
      const { baseUrls } = server.simulator
      const environment = {
        P2P_PORT: String(port),
        P2P_METRICS_PORT: '0',
        P2P_DATA_DIR: join(shop.home, `data-${port}`),
        P2P_SIMULATED: 'true',
        P2P_PACING: 'off',
        P2P_EXCHANGE_URLS: exchangeIds.map((id) => `${id}=${baseUrls[id]}`).join(','),
      }
      const code = sample.fence.code.replaceAll('8080', String(port))
      const program = shop.start(callOf('sh', shop.place('sh', code)), environment)
      await program.until((out) => out.includes('"best_buy":{"price":'))
      await program.stop()
    },
  }
