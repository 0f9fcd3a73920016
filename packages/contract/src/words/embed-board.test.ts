import { expect, test } from 'vitest'
import { embedBoard, isLoopback } from './embed-board.js'

test('a title is plain text in the pasted HTML, whatever it contains', () => {
  const { frame, picture } = embedBoard({
    title: `"><script>alert('1')</script>\u202e&`,
    rules: ['ru_1', 'ru_2'],
    url: 'https://rates.example.com/board/bo_1',
    svg_url: 'https://rates.example.com/board/bo_1.svg',
  })
  const name = '&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;'
  expect(frame).toBe(
    `<iframe src="https://rates.example.com/board/bo_1" title="${name}" width="100%" height="392" loading="lazy" style="border:0"></iframe>`,
  )
  expect(picture).toBe(`<img src="https://rates.example.com/board/bo_1.svg" alt="${name}">`)
})

test.each([
  ['http://127.0.0.1:8080/board/bo_1', true],
  ['http://localhost/board/bo_1', true],
  ['http://[::1]:80/board/bo_1', true],
  ['https://127.example.com/board/bo_1', false],
  ['https://rates.example.com/board/bo_1', false],
  ['no address', false],
])('%s leads to the own machine: %s', (address, is) => {
  expect(isLoopback(address)).toBe(is)
})
