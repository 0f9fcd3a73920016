import { settings } from '@p2p-rates/server/testing'

type Setting = { readonly fallback?: string; readonly about: string; readonly secret?: true }

export const envExample = (): string =>
  [head, ...Object.entries<Setting>(settings).map(([name, setting]) => entry(`P2P_${name}`, setting))].join('\n\n')

const head = `# Every setting of p2p-server with its default. Copy this file to .env, and take the "# " away from lines that you change.
# P2P_X_FILE names a file that holds the value of P2P_X. \`p2p-server config check\` checks it.
# \`pnpm env-example\` writes this file from the settings themselves.`

const entry = (name: string, { about, fallback = '', secret }: Setting): string =>
  `# ${about}\n# ${secret === true ? `${name}_FILE=` : `${name}=${fallback}`}`
