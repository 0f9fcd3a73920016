import { spawnSync } from 'node:child_process'

const hasSetpriv = process.platform === 'linux' && spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0

/**
 * The words of a command whose process the kernel ends with ours, also when ours is killed. It keeps its process id. Where
 * there is no setpriv, the words as they are.
 */
export const killedWithParent = (
  words: readonly string[],
  signal: 'KILL' | 'QUIT' = 'KILL',
): readonly [program: string, ...words: string[]] => {
  const [program = '', ...rest] = words
  return hasSetpriv ? ['setpriv', '--pdeathsig', signal, '--', program, ...rest] : [program, ...rest]
}
