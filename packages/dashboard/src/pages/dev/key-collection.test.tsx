import type { AccountKey } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import type { ApiClient } from '../../api/api-client.js'
import { ApiError } from '../../api/api-error.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { KeyCollection } from './key-collection.js'

const key: AccountKey = {
  id: 'key_1',
  name: 'desk',
  prefix: 'p2p_7Hk2QzX9',
  created_at: '2026-09-01T10:00:00.000Z',
  last_used_at: '2026-11-21T10:05:00.000Z',
  revoked_at: null,
}
const idle: AccountKey = { ...key, id: 'key_2', name: 'sheet', last_used_at: '2026-10-01T10:00:00.000Z' }
const over: AccountKey = { ...key, id: 'key_3', name: 'old', revoked_at: '2026-11-03T10:00:00.000Z' }

const open = async (at: ApiClient['request'] = vi.fn(async () => undefined as never)) => {
  const onChange = vi.fn()
  const page = await renderPart(<KeyCollection keys={[key, idle, over]} onChange={onChange} />, {
    api: apiOf(at),
  })
  const { container } = page
  const press = (text: string) =>
    page.actAndWait(() => {
      for (const one of container.querySelectorAll('button'))
        if ((one.getAttribute('aria-label') ?? one.textContent) === text) one.click()
    })
  return { place: container, press, onChange, at }
}

test('a key that rests for a month says so; one that is revoked offers nothing', async () => {
  const { place } = await open()
  const rows = [...place.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '')
  expect(rows.map((row) => row.includes('unused for a month'))).toEqual([false, true, false])
  expect([...place.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('button').length)).toEqual([2, 2, 0])
})

test('a key is revoked only after the question, and the list is requested again', async () => {
  const { place, press, onChange, at } = await open()
  await press('Revoke desk')
  expect(place.querySelector('dialog')?.textContent).toContain('401 invalid_key')
  await press('Keep it')
  expect(at).not.toHaveBeenCalled()
  await press('Revoke desk')
  await press('Revoke key')
  expect(at).toHaveBeenCalledWith('DELETE /keys/{id}', {}, { params: { id: 'key_1' } })
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('a failed revocation is shown, and nothing is requested again', async () => {
  const refused = vi.fn(() => Promise.reject(new ApiError({ code: 'offline' })))
  const { place, press, onChange } = await open(refused as unknown as ApiClient['request'])
  await press('Revoke desk')
  await press('Revoke key')
  await expect.poll(() => place.querySelector('[role=alert]')?.textContent).toContain('No connection')
  expect(onChange).not.toHaveBeenCalled()
})
