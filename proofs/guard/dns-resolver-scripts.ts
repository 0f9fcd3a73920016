import type { Random } from '@p2p-rates/core/internal'
import type { Address } from '@p2p-rates/server/testing'

/** Answers of a name server to successive queries for one name; the last answer repeats. */
export type ResolverScript = readonly (readonly string[] | 'fails')[]

const inside = ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0.0.0.0', '::'] as const
const elsewhere = ['10.0.0.7', '169.254.169.254', 'fd00:ec2::254', '64:ff9b::7f00:1', '2002:7f00:1::'] as const
const nonsense = ['', 'localhost', '127.1', '2130706433', '127.0.0.1%lo', '0x7f.1'] as const
const outside = ['8.8.8.8', '2606:4700:4700::1111'] as const
/** Public addresses that are unassigned, so they are safe to dial. */
const nobody = ['3000::1', '2e00::1'] as const

/** An attacker's name server: public when it is looked at, private a moment later, or both at once. */
export const hostileScript = (random: Random): ResolverScript =>
  Array.from({ length: random.integer(2, 5) }, () => {
    const chance = random.next()
    if (chance < 0.05) return 'fails'
    if (chance < 0.1) return []
    if (chance < 0.4) return [random.pick(nobody)]
    const publicOnes = Array.from({ length: random.integer(0, 2) }, () => random.pick<string>([...outside, ...nobody]))
    const bad = random.pick<string>(random.pick<readonly string[]>([inside, inside, inside, elsewhere, nonsense]))
    return publicOnes.toSpliced(random.integer(0, publicOnes.length), 0, bad)
  })

/** Plays a script whatever the times to live say: each question gets the next answer. */
export const playScript = (script: ResolverScript) => {
  let asked = 0
  return {
    asked: () => asked,
    resolve: async (): Promise<readonly Address[]> => {
      const answer = script[Math.min(asked, script.length - 1)] ?? []
      asked += 1
      if (answer === 'fails') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
}
