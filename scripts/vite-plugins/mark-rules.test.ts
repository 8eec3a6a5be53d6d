import { expect, test } from 'vitest'
import { markRules } from './mark-rules.ts'

test('each rule tells the classes that it needs, in the order of the style sheet', () => {
  expect(
    markRules('a{top:0}._1a2b0{top:1px}._1a2b0:hover{top:2px}._1a2b0>p ._3c4d1{top:3px}b{top:0}'),
  ).toBe(
    'a{top:0}/*_1a2b0*/._1a2b0{top:1px}._1a2b0:hover{top:2px}/*_1a2b0 _3c4d1*/._1a2b0>p ._3c4d1{top:3px}/**/b{top:0}',
  )
})

test('attributes of data are needed with their values', () => {
  expect(markRules('._1a2b0[data-own]{top:0}[data-place="1"]{top:0}[data-a=b]{top:0}')).toBe(
    '/*_1a2b0 data-own*/._1a2b0[data-own]{top:0}/*data-place=1*/[data-place="1"]{top:0}/*data-a=b*/[data-a=b]{top:0}',
  )
})

test('a rule of several selectors needs what one of them needs', () => {
  expect(markRules('._1a2b0,._3c4d1{top:0}._1a2b0,a{top:0}')).toBe(
    '/*_1a2b0|_3c4d1*/._1a2b0,._3c4d1{top:0}/**/._1a2b0,a{top:0}',
  )
})

test('what a selector excludes or only may have is not needed', () => {
  expect(
    markRules('._1a2b0:not([data-own],:is(._3c4d1,a)):has(>._3c4d2){top:0}a:is(._5e6f0,b){top:0}'),
  ).toBe(
    '/*_1a2b0 _3c4d2*/._1a2b0:not([data-own],:is(._3c4d1,a)):has(>._3c4d2){top:0}/**/a:is(._5e6f0,b){top:0}',
  )
})

test('what must be somewhere in the document is needed, but not what is one of several', () => {
  expect(
    markRules(
      'main:has(#a[data-open]):has([data-tabs]) ._1a2b0{top:0}main:has([data-a],[data-b]) ._1a2b0{top:0}',
    ),
  ).toBe(
    '/*data-open data-tabs _1a2b0*/main:has(#a[data-open]):has([data-tabs]) ._1a2b0{top:0}/*_1a2b0*/main:has([data-a],[data-b]) ._1a2b0{top:0}',
  )
  expect(markRules('._1a2b0:has(>._3c4d1>:is([data-a],p)){top:0}')).toBe(
    '/*_1a2b0 _3c4d1*/._1a2b0:has(>._3c4d1>:is([data-a],p)){top:0}',
  )
  expect(markRules('._1a2b0:not(:has([data-a])){top:0}')).toBe(
    '/*_1a2b0*/._1a2b0:not(:has([data-a])){top:0}',
  )
})

test('a notice is in no document of the server', () => {
  expect(markRules('[data-notice]:has(>p)~main ._1a2b0{top:0}[data-notice] ._3c4d1{top:0}')).toBe(
    '/*data-notice=full _1a2b0*/[data-notice]:has(>p)~main ._1a2b0{top:0}/*data-notice _3c4d1*/[data-notice] ._3c4d1{top:0}',
  )
})

test('rules in at-rules are marked one by one, each in at-rules of its own', () => {
  expect(markRules('@layer a{@media print{._1a2b0{top:0}b{top:0}}}@layer a,b;')).toBe(
    '/*_1a2b0*/@layer a{@media print{._1a2b0{top:0}}}/**/@layer a{@media print{b{top:0}}}@layer a,b;',
  )
})

test('keyframes and fonts belong to all documents', () => {
  const styles = '@keyframes _1a2b2{to{top:0}}@font-face{src:url(/a_1a2b0.woff2)}'
  expect(markRules(styles)).toBe(styles)
})

test('a comment is not taken for what a rule needs', () => {
  expect(markRules('a{top:0}/*$vite$:1*/._1a2b0{top:1px}')).toBe(
    'a{top:0}/*_1a2b0*/._1a2b0{top:1px}',
  )
})
