import { expect, test } from 'vitest'
import type { ReverseProxy } from './reverse-proxy.js'

/** Tests of every configured proxy: its file is valid, it starts, and it refuses a key without TLS. */
export function testStartAndRedirects(front: () => ReverseProxy): void {
  test('the proxy finds nothing wrong with it', async () => {
    expect(front().check()).toBe('')
    await front().start()
  })

  test('a key that comes without TLS is refused with the cure, and a page is redirected', async () => {
    const plain = (path: string) => fetch(`http://127.0.0.1:${front().plainPort}${path}`, { redirect: 'manual' })
    for (const path of ['/api/v1/rates', '/mcp', '/collector/v1/tasks', '/web/v1/sessions']) {
      const answer = await plain(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 403, 'application/json'])
      expect(await answer.json()).toMatchObject({ detail: { code: 'https_only' } })
    }
    const page = await plain('/market/UAH')
    expect([page.status, page.headers.get('location')]).toEqual([308, expect.stringMatching(/^https:.*\/market\/UAH$/)])
  })
}
