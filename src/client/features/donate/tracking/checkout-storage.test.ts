import { beforeEach, expect, test } from 'vitest'
import {
  findQuotedPosition,
  forgetCheckout,
  saveStep,
  readOpenCheckouts,
  turnBackFromCardPage,
} from './checkout-storage.ts'

beforeEach(() => sessionStorage.clear())

test('each checkout is remembered at its latest step, until it is forgotten', () => {
  saveStep('O1', 'wallet')
  saveStep('cs_1', 'card-page')
  saveStep('O1', 'approved')
  expect([...readOpenCheckouts()]).toEqual([
    ['O1', 'approved'],
    ['cs_1', 'card-page'],
  ])
  forgetCheckout('O1')
  forgetCheckout('cs_1')
  expect(readOpenCheckouts().size).toBe(0)
  expect(sessionStorage).toHaveLength(0)
})

test('values that something else has stored are ignored', () => {
  sessionStorage.setItem('checkouts-under-way', 'O1=paid nonsense {"id":1}')
  expect(readOpenCheckouts().size).toBe(0)
})

test('only checkouts that left for the card page turn back from it', () => {
  saveStep('O1', 'approved')
  expect(turnBackFromCardPage()).toBe(false)
  saveStep('cs_1', 'card-page')
  expect(turnBackFromCardPage()).toBe(true)
  expect(readOpenCheckouts().get('cs_1')).toBe('turned-back')
})

test('the quoted position stays with a checkout at every step, and goes with it', () => {
  saveStep('cs_1', 'card-page', 4)
  saveStep('O1', 'wallet', null)
  turnBackFromCardPage()
  expect(findQuotedPosition('cs_1')).toBe(4)
  expect(findQuotedPosition('O1')).toBeNull()
  forgetCheckout('cs_1')
  expect(findQuotedPosition('cs_1')).toBeNull()
})

test.each(['0', '-4', 'nonsense', ''])('%j is no place that was quoted', (text) => {
  sessionStorage.setItem('checkouts-under-way', `O1=wallet=${text}`)
  expect(readOpenCheckouts().get('O1')).toBe('wallet')
  expect(findQuotedPosition('O1')).toBeNull()
})
