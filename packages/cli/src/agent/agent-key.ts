import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { privateFileDefect } from '@p2p-rates/core/node'
import { CliError } from '../cli-error.js'
import { foreign, say } from '../words/say.js'

/** The key by which a server knows this collector. Its private half is made here, and stays in a file that its owner alone can read. */
export type AgentKey = { readonly privateKey: KeyObject; readonly publicText: string; readonly isNew: boolean }

export function openAgentKey(file: string): AgentKey {
  const made = makeKeyFile(file)
  const defect = privateFileDefect(file)
  if (defect !== null)
    throw new CliError(
      'usage',
      foreign(`--key-file ${defect}.`),
      say('It is the key of this collector: {file}', { file }),
    )
  try {
    const privateKey = createPrivateKey(readFileSync(file, 'utf8'))
    const { crv, x } = createPublicKey(privateKey).export({ format: 'jwk' })
    if (crv === 'Ed25519' && x !== undefined) return { privateKey, publicText: x, isNew: made }
  } catch {
    // Said below, with what is no Ed25519 key.
  }
  throw new CliError(
    'usage',
    say('{file} has no Ed25519 key.', { file }),
    say('Give --key-file another path: a key is created there.'),
  )
}

/** False where there is one already; two that start at once use the same. */
function makeKeyFile(file: string): boolean {
  const privateKey = makePrivateKey()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new CliError(
      'failed',
      say('The key cannot be written to {file}.', { file }),
      say('Give --key-file another path.'),
      {
        cause,
      },
    )
  }
}

/** One whose public half no command line takes for an option. */
function makePrivateKey(): KeyObject {
  for (;;) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    if (!publicKey.export({ format: 'jwk' }).x?.startsWith('-')) return privateKey
  }
}
