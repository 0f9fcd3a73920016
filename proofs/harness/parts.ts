type Part = { close(): unknown }

export type Open = <Opened extends Part>(part: Opened | Promise<Opened>) => Promise<Opened>

function createParts() {
  const parts: Part[] = []
  const open: Open = async (opening) => {
    const part = await opening
    parts.unshift(part)
    return part
  }
  const close = async (): Promise<void> => {
    for (const part of parts.splice(0)) await part.close()
  }
  return { open, close }
}

/** Works with parts, and closes them afterwards, the newest first. */
export async function withParts<Result>(work: (open: Open) => Promise<Result>): Promise<Result> {
  const { open, close } = createParts()
  try {
    return await work(open)
  } finally {
    await close()
  }
}

/** Opens parts that are closed together. If one does not open, closes those before it. */
export async function openTogether<Result>(work: (open: Open) => Promise<Result>) {
  const { open, close } = createParts()
  try {
    return { ...(await work(open)), close }
  } catch (error) {
    await close()
    throw error
  }
}
