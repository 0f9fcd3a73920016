import { test } from 'vitest'
import { holds } from './testing/holds.js'
import { trackRecordProof } from './track-record.js'

test('the shares of the track record are near the truth of the simulated world', () => holds(trackRecordProof, 500))
