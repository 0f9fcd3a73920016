import { checkEach } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { wantedEncodings } from './encodings.js'

test('Accept-Encoding chooses the best encoding that is allowed', () =>
  checkEach<[header: string | undefined, wanted: readonly string[]]>(
    [
      [undefined, ['identity']],
      ['', ['identity']],
      ['gzip', ['gzip', 'identity']],
      ['gzip, deflate', ['gzip', 'identity']],
      ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
      ['BR,GZip', ['br', 'gzip', 'identity']],
      ['*', ['br', 'gzip', 'identity']],
      ['br;q=0.5, gzip;q=0.9', ['gzip', 'br', 'identity']],
      ['br ; q=0.5 , gzip ; Q=0.500', ['br', 'gzip', 'identity']],
      ['gzip;q=0, *', ['br', 'identity']],
      ['gzip, *;q=0', ['gzip']],
      ['*;q=0', []],
      ['identity;q=0', []],
      ['identity;q=0, gzip;q=0.001', ['gzip']],
      ['identity, gzip;q=0.5', ['identity', 'gzip']],
      ['identity;q=0.5, *;q=0.5', ['br', 'gzip', 'identity']],
      ['deflate, compress', ['identity']],
    ],
    ([header, wanted]) => {
      expect(wantedEncodings(header)).toEqual(wanted)
      expect(wantedEncodings(header)).toEqual(wanted)
    },
  ))

test('what cannot be understood is not sent', () =>
  checkEach(
    ['gzip;q=2', 'gzip;q=-1', 'gzip;q=', 'gzip;q=x', 'gzip;level=9', 'gzip;', 'gzip;q=1;q=NaN', ';;,,=,;q', 'gz ip'],
    (header) => expect(wantedEncodings(header)).toEqual(['identity']),
  ))

test('a header longer than any that programs send is not read at all', () => {
  expect(wantedEncodings(`gzip${' '.repeat(252)}`)).toEqual(['gzip', 'identity'])
  expect(wantedEncodings(`gzip${' '.repeat(253)}`)).toEqual(['identity'])
})
