const links = new Map<string, Promise<void>>()

/**
 * The builder puts this around every import of a part that has styles of its own: a page is drawn when it has both.
 * What the server has put into the head already is not loaded twice.
 */
export async function __vitePreload<Part>(load: () => Promise<Part>, styles: readonly string[] = []): Promise<Part> {
  const [part] = await Promise.all([load(), ...styles.map((path) => linked(`/${path}`))])
  return part
}

function linked(href: string): Promise<void> {
  const known = links.get(href) ?? link(href)
  links.set(href, known)
  // Forget a failed load, so that the next call retries it.
  known.catch(() => links.delete(href))
  return known
}

function link(href: string): Promise<void> {
  const there = [...document.head.querySelectorAll('link')].some(
    (each) => each.rel === 'stylesheet' && each.getAttribute('href') === href,
  )
  if (there) return Promise.resolve()
  return new Promise((done, fail) => {
    const added = document.createElement('link')
    added.rel = 'stylesheet'
    added.href = href
    added.onload = () => done()
    added.onerror = () => {
      added.remove()
      fail(new Error(`there are no styles at ${href}`))
    }
    document.head.append(added)
  })
}
