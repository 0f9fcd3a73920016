import { spawnSync } from 'node:child_process'

/** Those of the programs that this machine has; of each other one plain line says what is not looked at. */
export const installed = <Name extends string>(programs: readonly Name[], work: string): readonly Name[] =>
  programs.filter((program) => {
    const isHere = spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0
    if (!isHere) console.warn(`Skipped here, because ${program} is not installed: ${work}`)
    return isHere
  })
