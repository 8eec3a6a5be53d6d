import { expect, test } from 'vitest'
import { splitLinks, splitParagraphs } from './paragraphs.ts'

const linksOf = (text: string) =>
  splitLinks(text)
    .filter(({ isLink }) => isLink)
    .map(({ text }) => text)

test('empty lines divide paragraphs, and single lines do not', () => {
  expect(splitParagraphs('One\nand more\n\nTwo\n\n\n').map(({ text }) => text)).toEqual([
    'One\nand more',
    'Two',
  ])
  expect(splitParagraphs('')).toEqual([])
})

test('an address is a link without the punctuation of its sentence', () => {
  expect(
    linksOf('See https://example.org/a?b=c#d, (https://example.com/) or https://e.org.'),
  ).toEqual(['https://example.org/a?b=c#d', 'https://example.com/', 'https://e.org'])
})

test('no text is lost', () => {
  const text = 'See https://example.org/, then go on. <b>https://x.example</b>'
  expect(
    splitLinks(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test.each(['javascript:alert(1)', 'http://example.org', 'https://', 'data:text/html,x'])(
  '%s is text',
  (text) => {
    expect(linksOf(text)).toEqual([])
  },
)
