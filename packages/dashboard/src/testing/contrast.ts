import type { Page } from 'playwright-core'

/** Texts with too little contrast, each with its ratio. The minimum is 4.5, or 3 for large text. */
export const faintTexts = (page: Page): Promise<readonly string[]> => page.evaluate(findFaintTexts)

/** Runs in the page, so it takes nothing along. */
function findFaintTexts(): string[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number]
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('no canvas')
  const brush = pen
  const known = new Map<string, Colour>()

  function read(text: string): Colour {
    const before = known.get(text)
    if (before !== undefined) return before
    brush.clearRect(0, 0, 1, 1)
    brush.fillStyle = text
    brush.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data
    const colour: Colour = [red, green, blue, alpha / 255]
    known.set(text, colour)
    return colour
  }

  const over = (top: Colour, below: Colour, alpha = top[3]): Colour => [
    top[0] * alpha + below[0] * (1 - alpha),
    top[1] * alpha + below[1] * (1 - alpha),
    top[2] * alpha + below[2] * (1 - alpha),
    1,
  ]

  function groundOf(element: Element | null): Colour {
    if (element === null) return [255, 255, 255, 1]
    const own = read(getComputedStyle(element).backgroundColor)
    return own[3] > 0.999 ? own : over(own, groundOf(element.parentElement))
  }

  function opacityOf(element: Element | null): number {
    return element === null ? 1 : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement)
  }

  function lightOf([red, green, blue]: Colour): number {
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.nodeValue?.trim() ?? ''
    if (element === null || text === '' || element.closest('.heard, script, style, noscript, option, datalist'))
      continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const style = getComputedStyle(element)
    const ground = groundOf(element)
    const ink = read(element instanceof SVGElement ? style.fill : style.color)
    const shown = over(ink, ground, ink[3] * opacityOf(element))
    const [dark, bright] = [lightOf(shown), lightOf(ground)].sort((a, b) => a - b)
    const ratio = ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (ratio < (isLarge ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${text.slice(0, 40)}`)
  }
  return found
}
