import { dirname, join } from 'node:path'
import ts from 'typescript'
import { repository } from './throw-away-copy.js'

export type Block = {
  readonly code: string
  readonly page: string
}

/** Compiler errors of code blocks; each block is compiled as a file in the folder of its page. */
export const faultsOf = (blocks: readonly Block[]): string[] => {
  const { config } = ts.readConfigFile(join(repository, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['tools/type-check-samples.ts'] },
    ts.sys,
    repository,
  )
  const files = new Map(
    blocks.map(({ code, page }, index) => [join(repository, dirname(page), `block-${index}.ts`), { code, page }]),
  )
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name)?.code ?? readFile(name)
  host.getSourceFile = (name, target) => {
    const block = files.get(name)
    return block === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, block.code, target, true)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files].flatMap(([name, { page }]) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => `${page}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  )
}
