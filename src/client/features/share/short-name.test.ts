import { expect, test } from 'vitest'
import { shortenName, toCallName } from './short-name.ts'

test.each([
  ['Wanda', 'Wanda', 'Wanda'],
  ['DJ Wanda', 'DJ Wanda', 'DJ Wanda'],
  ['Maria da Conceição Aparecida dos Santos', 'Maria da Conceição…', 'Maria'],
  ['Llanfairpwllgwyngyllgogerychwyrndrobwll', 'Llanfairpwllgwyngyl…', 'Llanfairpwllgwyngyl…'],
])('%s is greeted as %s, and then called %s', (name, greeted, called) => {
  expect(shortenName(name)).toBe(greeted)
  expect(toCallName(name)).toBe(called)
})
