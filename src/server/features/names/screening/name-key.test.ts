import { expect, test } from 'vitest'
import { createLookAlike, toNameKey } from './name-key.ts'

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

test.each([
  ['Alpha', 'A1pha'],
  ['Alpha', 'AIpha'],
  ['Alpha', 'A|phá'],
  ['Alpha', 'A!pha'],
  ['Alpha Bird', 'A1pha B1rd'],
  ['Iron', 'lron'],
  // The first letter is a Greek iota.
  ['iron', '\u0399ron'],
  ['L10n5', 'Lions'],
  ['ALPHA', 'A1PHA'],
  ['Group I', 'Group l'],
])('%s and %s look alike', (name, other) => {
  expect(createLookAlike(name)(other)).toBe(true)
  expect(createLookAlike(other)(name)).toBe(true)
})

test.each([
  ['Trial', 'Trail'],
  ['iron', 'lron'],
  ['Lynxes', 'Lynx'],
  ['Group I', 'Group L'],
  ['Ian', 'Lan'],
])('an i and an l do not look alike: %s and %s are two names', (name, other) => {
  expect(createLookAlike(name)(other)).toBe(false)
})
