import { profileQuery } from '../settings/about-me.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .description(
      'Read-only tools for an AI assistant: prices, quotes, ads, history, round trips, sources. The assistant starts this command and speaks the Model Context Protocol over stdin and stdout.',
    )
    .action(async () => {
      const { server, p2p } = await cli.source()
      if (cli.terminal.isInteractive)
        cli.terminal.printNote(say('An assistant starts this command from its configuration; Ctrl+C quits.'))
      cli.terminal.printNote(
        server === null ? say('Source: the exchanges directly.') : say('Source: {server}.', { server }),
      )
      const [{ serveTools }, calls] = await Promise.all([
        import('../mcp/serve-tools.js'),
        import('../mcp/call-tools.js'),
      ])
      const call = server === null ? calls.callToolHere : calls.callToolOnServer
      await serveTools(call(p2p, profileQuery((await cli.settings()).me)))
    })
