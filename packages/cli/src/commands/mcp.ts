import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .description(
      'Seven read-only tools for an assistant: prices, quotes, ads, history, round trips, sources. It speaks the Model Context Protocol on standard input and output, so the assistant starts it; its configuration names this command.',
    )
    .action(async () => {
      const { server, p2p } = await cli.source()
      if (cli.terminal.isInteractive)
        cli.terminal.note('An assistant starts this, as its configuration says; Ctrl+C ends it. The guide shows how.')
      cli.terminal.note(server === null ? 'Tools over the exchanges themselves.' : `Tools over ${server}.`)
      const [{ serveTools }, calls] = await Promise.all([
        import('../mcp/serve-tools.js'),
        import('../mcp/call-tools.js'),
      ])
      await serveTools(server === null ? calls.answeredHere(p2p) : calls.handedOn(p2p))
    })
