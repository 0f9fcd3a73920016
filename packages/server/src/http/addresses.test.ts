import { describe, expect, test } from 'vitest'
import { createAddresses } from './addresses.js'

const addresses = createAddresses([
  { endpoint: { plan: 'Pro', method: 'GET', path: '/webhooks' }, value: 'list' },
  { endpoint: { plan: 'Pro', method: 'POST', path: '/webhooks' }, value: 'create' },
  { endpoint: { plan: 'Pro', method: 'GET', path: '/webhooks/{id}' }, value: 'one' },
  {
    endpoint: { plan: 'Pro', method: 'POST', path: '/webhooks/{id}/deliveries/{delivery_id}/resend' },
    value: 'resend',
  },
] as const)

const at = (method: string, path: string) => addresses.find(method, `/api/v1${path}`)

describe('an address', () => {
  test('leads to the endpoint of its method', () => {
    expect(at('GET', '/webhooks')).toMatchObject({ value: 'list', params: {} })
    expect(at('POST', '/webhooks')).toMatchObject({ value: 'create' })
    expect(at('PATCH', '/webhooks')).toBeNull()
  })

  test('gives its parts by name, decoded; what cannot be decoded stays as it is', () => {
    expect(at('POST', '/webhooks/a%20b/deliveries/d/resend')?.params).toEqual({ id: 'a b', delivery_id: 'd' })
    expect(at('GET', '/webhooks/%E0%A4%A')?.params).toEqual({ id: '%E0%A4%A' })
    expect(at('GET', '/webhooks/__proto__')?.params).toEqual({ id: '__proto__' })
  })

  test.each(['/webhooks/', '/Webhooks', '//webhooks', '/webhooks/a/', '/webhooks/a/b', '', '/'])(
    'is taken to the letter: %s leads nowhere',
    (path) => {
      expect(at('GET', path)).toBeNull()
    },
  )

  test('that can be read can also be asked for its head, and says so', () => {
    expect(at('HEAD', '/webhooks')).toMatchObject({ value: 'list' })
    expect(addresses.methodsAt('/api/v1/webhooks')).toEqual(['GET', 'HEAD', 'POST'])
    expect(addresses.methodsAt('/api/v1/nowhere')).toEqual([])
  })
})
