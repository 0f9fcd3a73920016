import { createRandom } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { queryText, readable, required, valuesOf } from '../../testing/conformance/values.js'
import { startServer } from '../../testing/start-server.js'
import { createTestClient } from '../../testing/test-client.js'

test('the caller never affects an answer: plans alternate, market data are the same, and own data stay separate', async () => {
  // The history range depends on the plan, so give both plans the same range.
  const wide = { requestsPerMinute: 100_000, historyHours: 720 }
  const running = await startServer({
    historyDays: 2,
    settings: { P2P_PLANS: JSON.stringify({ Pro: wide, Business: wide }) },
  })
  const asker = createTestClient(running.url)
  const seed = Number(process.env.SEED)
  const random = createRandom(seed)
  const shared = readable.filter(
    ({ name }) =>
      name !== 'stream' &&
      name !== 'webhooks.list' &&
      name !== 'inboxes.list' &&
      name !== 'rules.list' &&
      name !== 'boards.list' &&
      name !== 'sources' &&
      name !== 'usage',
  )
  for (let index = 0; index < 400; index++) {
    const { name, path, query } = random.pick(shared)
    const given = Object.keys(query)
      .filter(
        (parameter) =>
          required.get(name)?.[parameter] !== undefined || (parameter !== 'amount_usdt' && random.next() < 0.4),
      )
      .map((parameter): [string, string] => [parameter, random.pick(valuesOf(name, parameter).good)])
    const asked = `/api/v1${path}${queryText(given)}`
    const plans = ['Pro', 'Business'] as const
    const askBoth = async () => {
      const answers = await Promise.all(
        plans.map((plan) => asker.ask({ path: asked, headers: [['X-API-Key', running.keys[plan]]] })),
      )
      // Not every payment method has a price everywhere.
      const status = answers[0]?.status === 503 ? 503 : 200
      expect(answers.map(({ status, headers }) => [asked, status, headers.get('x-plan')])).toEqual(
        plans.map((plan) => [asked, status, plan]),
      )
      return answers.map(({ text, headers }) => `${headers.get('etag')} ${text}`)
    }
    let bodies = await askBoth()
    // As CSV, `markets` has the currencies only.
    const isOnesOwn = name === 'me' || (name === 'markets' && !asked.includes('format=csv'))
    if (isOnesOwn) plans.forEach((plan, at) => void expect(bodies[at]).toContain(`"${plan}"`))
    else {
      // A record may arrive between the two questions; what the plan causes stays.
      if (bodies[0] !== bodies[1]) bodies = await askBoth()
      expect({ seed, body: bodies[0] }).toEqual({ seed, body: bodies[1] })
    }
  }
  asker.close()
  await running.stop()
})
