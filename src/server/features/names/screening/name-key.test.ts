import { expect, test } from 'vitest'
import { toNameKey } from './name-key.ts'

test.each([
  ['The Lynxes', 'the  lynxes'],
  ['The Lynxes', 'T.h.e Lynxés'],
  ['Lions', 'L10ns'],
  ['Orion', '0ri0n!'],
  ['Red Giants', 'Rеd Giаnts'],
  ['ΑΒΟ', 'ABO'],
])('%s and %s are one name', (name, other) => {
  expect(toNameKey(other)).toBe(toNameKey(name))
})

test('names of other letters, or of other signs, are others', () => {
  expect(toNameKey('Lynxes')).not.toBe(toNameKey('Lynx'))
  expect(toNameKey('🦊')).not.toBe(toNameKey('🐻'))
  expect(toNameKey('🦊')).not.toBe('')
})
