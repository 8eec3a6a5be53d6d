import { expect, test } from 'vitest'
import { shortenName } from './short-name.ts'

test.each([
  ['Wanda', 'Wanda'],
  ['DJ Wanda', 'DJ Wanda'],
  ['The Very Long Foundation of Everybody', 'The Very Long…'],
  ['Maria da Conceição Aparecida dos Santos', 'Maria da Conceição…'],
  ['Llanfairpwllgwyngyllgogerychwyrndrobwll', 'Llanfairpwllgwyngyl…'],
])('%s is greeted as %s', (name, greeted) => {
  expect(shortenName(name)).toBe(greeted)
})
