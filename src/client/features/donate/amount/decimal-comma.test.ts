import { expect, test } from 'vitest'
import { CommaReader, withPoint } from './decimal-comma.ts'

test.each([
  [',', '.'],
  ['5,50', '5.50'],
  [' 5,5 ', '5.5'],
  [',5', '.5'],
  ['1,000', '1000'],
  ['1,234,567.5', '1234567.5'],
  ['1.000,50', ''],
  ['1,2,3', ''],
  ['5,5 $', ''],
])('%j is read as %j', (typed, plain) => {
  expect(withPoint(typed)).toBe(plain)
})

/** Opens a number field of a browser whose language has decimal points. */
function open() {
  const field = document.createElement('input')
  const commas = new CommaReader()
  const press = (data: string) => {
    const event = new InputEvent('beforeinput', { data, cancelable: true })
    if (field.dispatchEvent(event)) field.value = commas.toText(field.value + data)
  }
  field.addEventListener('beforeinput', commas.handle)
  Object.assign(document, {
    execCommand: (_command: string, _shows: boolean, text: string) => press(text),
  })
  const type = (keys: string) => {
    for (const key of keys) press(key)
    return field.value
  }
  return { field, type }
}

test.each([
  ['7,50', '7.50'],
  ['1,000', '1000'],
  ['12,345.50', '12345.50'],
  ['1.000', '1.000'],
  ['1234,567', '1234.567'],
  ['0,500', '0.500'],
])('%j, typed key by key, is read as %j', (keys, text) => {
  expect(open().type(keys)).toBe(text)
})

test('the point of an amount that a button has filled in is none of a comma', () => {
  const { field, type } = open()
  type('7,5')
  field.value = '20.01'
  expect(type('5')).toBe('20.015')
})
