import { expect, test } from 'vitest'
import { FirstStyles } from './first-styles.ts'

const MARKED =
  'a{top:0}@layer a{b{top:0}}/*_1a2b0*/@layer a{._1a2b0{top:0}}/*_3c4d0*/@media print{._3c4d0{top:0}}/*_1a2b0*/@layer a{@media print{._1a2b0{top:1px}}}@layer a{@media print{._1a2b0>p{top:1px}}}'

test('a document has the rules that apply to it, in their order', () => {
  expect(new FirstStyles(MARKED).pick('<p class="_3c4d0">')).toBe(
    'a{top:0}@layer a{b{top:0}}@media print{._3c4d0{top:0}}',
  )
})

test('neighbours in at-rules alike stand in one, also within others', () => {
  expect(new FirstStyles(MARKED).pick('<p class="_1a2b0">')).toBe(
    'a{top:0}@layer a{b{top:0}._1a2b0{top:0}@media print{._1a2b0{top:1px}._1a2b0>p{top:1px}}}',
  )
})

test('at-rules with others between them stay apart', () => {
  const apart =
    '@media print{a{top:0}}@layer a,b;@media print{b{top:0}}a{top:1px}@media print{b{top:1px}}'
  expect(new FirstStyles(apart).all).toBe(apart)
})

test('a rule that is written more than once stands where its last one counts', () => {
  const repeated =
    'a{top:0}b{top:1px}@media print{a{top:0}}a{top:0}@media print{a{top:0}}@media print{b{top:0}}'
  expect(new FirstStyles(repeated).all).toBe('b{top:1px}a{top:0}@media print{a{top:0}b{top:0}}')
})

test('what shows only below a pointer is left to the whole styles', () => {
  const pointed = 'a{top:0}a:hover{top:1px}@media (hover:hover){a:hover{top:2px}}b{top:0}'
  expect(new FirstStyles(pointed).all).toBe('a{top:0}b{top:0}')
})
