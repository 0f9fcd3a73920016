import type { Page, Request } from 'playwright-core'

const unanswered = new WeakMap<Page, Set<Request>>()

export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  unanswered.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

const isOpen = (page: Page): boolean =>
  [...(unanswered.get(page) ?? [])].some((request) => !/\/stream\b/.test(new URL(request.url()).pathname))

/** Resolves once every request is answered and no other follows. Only the stream of prices stays open. */
export async function allAnswered(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet = isOpen(page) ? 0 : quiet + 1)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
}
