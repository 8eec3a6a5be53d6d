import { beforeEach, expect, test } from 'vitest'
import { forgetCheckout, noteStep, readUnderWay, turnBackFromCardPage } from './under-way.ts'

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
