import { beforeEach, expect, test } from 'vitest'
import {
  findQuote,
  forgetCheckout,
  noteStep,
  readUnderWay,
  turnBackFromCardPage,
} from './under-way.ts'

beforeEach(() => sessionStorage.clear())

test('each checkout is remembered at its latest step, until it is forgotten', () => {
  noteStep('O1', 'wallet')
  noteStep('cs_1', 'card-page')
  noteStep('O1', 'approved')
  expect([...readUnderWay()]).toEqual([
    ['O1', 'approved'],
    ['cs_1', 'card-page'],
  ])
  forgetCheckout('O1')
  forgetCheckout('cs_1')
  expect(readUnderWay().size).toBe(0)
  expect(sessionStorage).toHaveLength(0)
})

test('what something else has stored is no checkout', () => {
  sessionStorage.setItem('checkouts-under-way', 'O1=paid nonsense {"id":1}')
  expect(readUnderWay().size).toBe(0)
})

test('only whoever left for the card page turns back from it', () => {
  noteStep('O1', 'approved')
  expect(turnBackFromCardPage()).toBe(false)
  noteStep('cs_1', 'card-page')
  expect(turnBackFromCardPage()).toBe(true)
  expect(readUnderWay().get('cs_1')).toBe('turned-back')
})

test('what was quoted for a checkout stays with it at every step, and goes with it', () => {
  noteStep('cs_1', 'card-page', 4)
  noteStep('O1', 'wallet', null)
  turnBackFromCardPage()
  expect(findQuote('cs_1')).toBe(4)
  expect(findQuote('O1')).toBeNull()
  forgetCheckout('cs_1')
  expect(findQuote('cs_1')).toBeNull()
})

test.each(['0', '-4', 'nonsense', ''])('%j is no place that was quoted', (text) => {
  sessionStorage.setItem('checkouts-under-way', `O1=wallet=${text}`)
  expect(readUnderWay().get('O1')).toBe('wallet')
  expect(findQuote('O1')).toBeNull()
})
