import { expect, onTestFinished, test } from 'vitest'
import { closeServer, createStartupGate, listen } from './listen.js'

test('a starting server says so to every caller, is live, and answers once it is open', async () => {
  const opening = createStartupGate((_, response) => void response.end('from within'))
  const { server, url } = await listen(opening.listener, { host: '127.0.0.1', port: 0, maxStreams: 0 })
  onTestFinished(() => closeServer(server, 0))
  for (const path of ['/readyz', '/api/v1/rates?fiat=UAH', '/'])
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${url}${path}`, { method })
      expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
        503,
        '1',
        'no-store',
      ])
      expect(await answer.json()).toMatchObject({ detail: { code: 'overloaded', message: 'The service is starting.' } })
    }
  expect(await (await fetch(`${url}/livez`)).text()).toBe('from within')
  opening.open()
  expect(await (await fetch(`${url}/readyz`)).text()).toBe('from within')
})
