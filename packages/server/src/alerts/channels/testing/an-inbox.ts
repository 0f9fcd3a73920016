import type { Inbox } from '../inbox-store.js'

export const anInbox = (facts: Partial<Inbox> = {}): Inbox => ({
  id: 'in_one',
  accountId: 'acc_one',
  kind: 'email',
  address: 'desk@example.com',
  name: 'desk@example.com',
  language: 'en',
  state: 'confirmed',
  code: null,
  createdAtMs: Date.UTC(2026, 10, 21),
  ...facts,
})
