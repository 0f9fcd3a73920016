export const createCanaries = () => {
  const forms = new Map<string, readonly Buffer[]>()

  const add = (name: string, text: string, raw?: Buffer): void => {
    const plain = Buffer.from(text, 'utf8')
    const hidden = [plain.toString('base64').replace(/=+$/, ''), plain.toString('base64url'), plain.toString('hex')]
    forms.set(name, [plain, ...hidden.map((form) => Buffer.from(form)), ...(raw === undefined ? [] : [raw])])
  }

  return {
    key: (text: string): void => add(`key ${forms.size}`, text),
    /** Also without its prefix, and as the bytes that it stands for. */
    webhookSecret: (text: string): void => {
      const body = text.slice('whsec_'.length)
      add(`webhook secret ${forms.size}`, body, Buffer.from(body, 'base64'))
    },
    other: (name: string, text: string): void => add(name, text),
    get count() {
      return forms.size
    },
    foundIn: (haystack: Buffer): string[] =>
      [...forms].filter(([, spellings]) => spellings.some((form) => haystack.includes(form))).map(([name]) => name),
  }
}

export type Canaries = ReturnType<typeof createCanaries>
