import { expect, test } from 'vitest'
import { embedBoard } from './embed-board.js'

test('a title is text in what is pasted, whatever it is', () => {
  const { frame, picture } = embedBoard({
    title: `"><script>alert('1')</script>\u202e&`,
    rules: ['ru_1', 'ru_2'],
    url: 'https://rates.example.com/board/bo_1',
    svg_url: 'https://rates.example.com/board/bo_1.svg',
  })
  const name = '&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;'
  expect(frame).toBe(
    `<iframe src="https://rates.example.com/board/bo_1" title="${name}" width="100%" height="304" loading="lazy" style="border:0"></iframe>`,
  )
  expect(picture).toBe(`<img src="https://rates.example.com/board/bo_1.svg" alt="${name}">`)
})
