export type ClusterFacts = {
  readonly url: string
  readonly servers: readonly { readonly url: string | null; readonly processId: number | null }[]
  /** Keys by plan, the smallest first. */
  readonly keys: ReadonlyMap<string, string>
  readonly folder: string
  readonly serverProgram: string
  readonly cliProgram: string
}

export function banner({ url, servers, keys, folder, serverProgram, cliProgram }: ClusterFacts): string {
  const key = keys.get('Pro') ?? ''
  const [first] = servers
  return `SIMULATED exchanges: these prices are made up.

  address   ${url}/api/v1
${servers.map(({ url: own, processId }, index) => `  server ${index + 1}  ${own ?? 'stands by'}, process ${processId}`).join('\n')}
${[...keys].map(([plan, planKey]) => `  ${plan.padEnd(8)}  ${planKey}`).join('\n')}

Try, in another terminal:

  export P2P_BASE_URL=${url}
  export P2P_API_KEY=${key}
  node ${quoted(cliProgram)} rates UAH EUR
  cd ${quoted(folder)} && node ${quoted(serverProgram)} cluster
  kill -9 ${first?.processId}

Ctrl+C ends it.`
}

const quoted = (path: string): string => (/^[\w/.@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
