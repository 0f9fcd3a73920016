/** One instruction of a Dockerfile: `COPY --from=build /app /app` has one flag and two words. */
export type Instruction = {
  readonly name: string
  readonly flags: ReadonlyMap<string, string>
  readonly text: string
}

export type Stage = {
  readonly name: string
  readonly base: string
  readonly instructions: readonly Instruction[]
}

/** Reads the part of the language that our Dockerfile uses: no arguments, no here-documents, no parser directives. */
export const readDockerfile = (text: string): readonly Stage[] => {
  const stages: { name: string; base: string; instructions: Instruction[] }[] = []
  for (const line of linesOf(text)) {
    const instruction = readInstruction(line)
    const [base = '', , name = String(stages.length)] = instruction.text.split(/\s+/)
    if (instruction.name === 'FROM') stages.push({ name, base, instructions: [] })
    else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const readInstruction = (line: string): Instruction => {
  const [, name = '', flags = '', text = ''] = /^(\S+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? []
  return { name, flags: new Map(flags.split(/\s+/).flatMap((flag) => readFlag(flag))), text }
}

const readFlag = (text: string): [name: string, value: string][] => {
  const [, name, value = ''] = /^--([\w-]+)(?:=(.*))?$/.exec(text) ?? []
  return name === undefined ? [] : [[name, value]]
}

/** `["node", "/app/main.mjs"]`: a program and its arguments, without a shell. */
export const readExecForm = (text: string): readonly string[] => {
  const words: unknown = JSON.parse(text.replace(/^CMD\s+/, ''))
  if (Array.isArray(words) && words.every((word): word is string => typeof word === 'string')) return words
  throw new Error(`${text} is not a list of words`)
}
