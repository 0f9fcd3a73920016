import { expect, test } from 'vitest'
import { serverAddress } from './server-address.js'

test.each([
  ['localhost:8080', 'http://localhost:8080'],
  [' 127.0.0.1:8080 ', 'http://127.0.0.1:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['localhost', 'http://localhost'],
  ['rates.example.com', 'https://rates.example.com'],
  ['rates.example.com/api/v1', 'https://rates.example.com/api/v1'],
  ['http://10.0.0.2:8080', 'http://10.0.0.2:8080'],
  ['HTTPS://rates.example.com', 'HTTPS://rates.example.com'],
])('%s is %s', (typed, whole) => expect(serverAddress(typed)).toBe(whole))

test.each(['', 'rates', 'ftp://rates.example.com', 'http://', 'rates.example.com:port', 'a b.c', 'http:/x'])(
  '"%s" is no address',
  (typed) => expect(serverAddress(typed)).toBeNull(),
)
