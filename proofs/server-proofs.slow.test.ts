import { test } from 'vitest'
import { crashProof } from './crash.js'
import { diskFullProof } from './disk-full.js'
import { secretsProof } from './secrets.js'
import { stopProof } from './stop.js'
import { holds } from './testing/holds.js'

test('4 kills under load lose no acknowledged write, and each restart is ready again', () => holds(crashProof, 4))

test('over 2 outages of a disk reads go on, writes answer 503, nothing is torn, and it heals by itself', () =>
  holds(diskFullProof, 2))

test('keys and secrets are in no log, metric, error, backup or data file; 3,000 wrong keys take the same time', () =>
  holds(secretsProof, 3_000))

test('SIGTERM with 50 open streams and deliveries in flight: exit 0 within 25 s and nothing lost', () =>
  holds(stopProof, 50))
