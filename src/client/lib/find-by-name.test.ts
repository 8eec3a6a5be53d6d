import { expect, test } from 'vitest'
import { findByName } from './find-by-name.ts'

const NAMES = ['The Lynxes', 'Zoë’s Friends', 'Class of 2019', 'Class of 2020']

test.each([
  ['', NAMES],
  ['  ', NAMES],
  ['lynx', ['The Lynxes']],
  ['ZOE', ['Zoë’s Friends']],
  ['zoé’s', ['Zoë’s Friends']],
  ['20 class', ['Class of 2019', 'Class of 2020']],
  ['class 2020', ['Class of 2020']],
  ['owls', []],
])('a search for "%s" finds names with all its words', (search, found) => {
  const all = NAMES.map((name) => ({ name }))
  expect(findByName(all, search).map(({ name }) => name)).toEqual(found)
})
