import { gunzipSync } from 'node:zlib'
import type { RecordedAnswer } from '@p2p-rates/core/testing'
import { Agent, request } from 'undici'

/**
 * The least that any client does: asks for the same pages, two at once from each exchange, inflates and parses them.
 */
export const createBareClient = (baseUrls: Readonly<Record<string, string>>, answers: readonly RecordedAnswer[]) => {
  const dispatcher = new Agent()
  const exchanges = [...new Set(answers.map(({ exchange }) => exchange))]

  const read = async ({ exchange, request: { method, path, query = {}, body, headers } }: RecordedAnswer) => {
    const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await request(`${baseUrls[exchange]}${path}?${new URLSearchParams(texts)}`, {
      dispatcher,
      method,
      headers: {
        ...headers,
        'accept-encoding': 'gzip',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const wire = Buffer.from(await answer.body.arrayBuffer())
    JSON.parse((answer.headers['content-encoding'] === 'gzip' ? gunzipSync(wire) : wire).toString('utf8'))
  }

  return {
    fetchAll: async () => {
      await Promise.all(
        exchanges.flatMap((wanted) => {
          const left = answers.filter(({ exchange }) => exchange === wanted)
          const worker = async () => {
            for (let next = left.pop(); next !== undefined; next = left.pop()) await read(next)
          }
          return [worker(), worker()]
        }),
      )
    },
    close: () => dispatcher.close(),
  }
}
