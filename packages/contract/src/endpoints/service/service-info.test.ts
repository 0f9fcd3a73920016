import { describe, expect, test } from 'vitest'
import { endpoints } from '../../endpoint/all-endpoints.js'
import { fullPath } from '../../endpoint/define-endpoint.js'
import { mcp } from '../../mcp/mcp.js'
import { livez, readyz } from './health.js'
import { apiRoot, root, toServiceResponse } from './service-info.js'

describe('what the service says of itself', () => {
  const placesOf = (address: string) => Object.values(toServiceResponse('1.2.3', address).links)

  test('leads to addresses that exist, wherever the server is', () => {
    const known = [...endpoints, mcp].map(fullPath)
    for (const address of ['', 'https://rates.example', 'http://127.0.0.1:8080'])
      for (const place of placesOf(address)) {
        expect(place.startsWith(address)).toBe(true)
        expect(known).toContain(place.slice(address.length))
      }
  })

  test('is returned at the root of the server and of the interface, in the same words, to every caller', () => {
    expect([root, apiRoot].map(fullPath)).toEqual(['/', '/api/v1'])
    expect(root.answer).toBe(apiRoot.answer)
    expect(root.example).toBe(apiRoot.example)
    for (const { access } of [root, apiRoot]) expect(access).toEqual({ kind: 'public' })
  })

  test('has the version of the server, and no other figure', () => {
    expect(root.answer.parse(toServiceResponse('1.2.3', ''))).toMatchObject({ name: 'p2p-rates', version: '1.2.3' })
    expect(root.answer.safeParse({ ...toServiceResponse('1.2.3', ''), links: { api: 1 } }).success).toBe(false)
  })
})

describe('health', () => {
  test('is ok or is absent', () => {
    expect(livez.answer.safeParse({ status: 'ok', version: '1.2.3' }).success).toBe(true)
    for (const status of ['OK', 'degraded', '', true]) {
      expect(livez.answer.safeParse({ status, version: '1.2.3' }).success).toBe(false)
      expect(readyz.answer.safeParse({ status }).success).toBe(false)
    }
  })

  test('of the process does not hang on data or storage, readiness does on both', () => {
    expect(livez.errors).toEqual([])
    expect(readyz.errors).toEqual(['data_unavailable', 'storage_unavailable'])
  })

  test('is asked of the server itself, without a key, and never kept', () => {
    for (const { root, access, cacheable } of [livez, readyz])
      expect([root, access, cacheable]).toEqual(['', { kind: 'public' }, false])
  })
})
