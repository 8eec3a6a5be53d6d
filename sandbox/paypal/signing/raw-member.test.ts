import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawMember } from './raw-member.ts'

test('a member keeps its spaces, its order and its escapes', () => {
  const event = '{ "b" : [1, {"c":"}\\"]"}] ,\n"a":"\\u00e9" }'
  const json = `{"first":"x,\\"event\\":1","event" : ${event} ,"last":null}`
  expect(rawMember(json, 'event')).toBe(event)
  expect(rawMember(json, 'last')).toBe('null')
  expect(rawMember(json, 'c')).toBeUndefined()
})

test('any member of any object is found as it was written', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.jsonValue(),
      fc.nat({ max: 4 }),
      (before, value, indent) => {
        const { event: _shadowed, ...others } = before
        const json = JSON.stringify({ ...others, event: value, end: 0 }, null, indent)
        expect(JSON.parse(rawMember(json, 'event') ?? '')).toEqual(
          JSON.parse(JSON.stringify(value)),
        )
        const raw = JSON.stringify(value)
        expect(rawMember(`{"event":${raw}}`, 'event')).toBe(raw)
      },
    ),
  )
})
