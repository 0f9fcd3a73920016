import { join } from 'node:path'
import ts from 'typescript'
import { repository } from './throw-away-copy.js'

/** What the compiler says of code blocks, each taken as a file of its own in `folder`. */
export const faultsOf = (blocks: readonly string[], folder: string): string[] => {
  if (blocks.length === 0) return []
  const { config } = ts.readConfigFile(join(repository, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['tools/type-check.ts'] },
    ts.sys,
    repository,
  )
  const files = new Map(blocks.map((code, index) => [join(repository, folder, `block-${index}.ts`), code]))
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.getSourceFile = (name, target) => {
    const code = files.get(name)
    return code === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, code, target, true)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files.keys()].flatMap((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  )
}
