import { beforeEach, expect, test } from 'vitest'
import { recordCheckoutReturn } from './checkout-return.ts'
import { forgetCheckout, saveStep, readOpenCheckouts } from './checkout-storage.ts'

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

function arriveAt(address: string) {
  history.replaceState(null, '', address)
  recordCheckoutReturn()
  return [...readOpenCheckouts()]
}

test('a plain address records nothing', () => {
  expect(arriveAt('/')).toEqual([])
})

test("the checkout's parameter is removed from the address, and the rest stays", () => {
  expect(arriveAt('/?checkout=cs_1&lang=en#donate')).toEqual([['cs_1', 'returned']])
  expect(location.search + location.hash).toBe('?lang=en#donate')
})

test('a checkout is still awaited after a reload, until its outcome was told', () => {
  arriveAt('/?checkout=cs_1')
  expect(arriveAt('/')).toEqual([['cs_1', 'returned']])
  forgetCheckout('cs_1')
  expect(arriveAt('/')).toEqual([])
})

test('who paid at the card page has come back from it', () => {
  saveStep('cs_1', 'card-page')
  expect(arriveAt('/?checkout=cs_1')).toEqual([['cs_1', 'returned']])
})

test('who turned back at the hosted page has turned back from the checkout of this tab', () => {
  saveStep('cs_1', 'card-page')
  expect(arriveAt('/?cancelled=c1')).toEqual([['cs_1', 'turned-back']])
  expect(location.search).toBe('')
})

test('without a stored checkout the address says which one was turned back from', () => {
  expect(arriveAt('/?cancelled=c1')).toEqual([['c1', 'turned-back']])
})

test("who came back by the browser's button has turned back too", () => {
  saveStep('cs_1', 'card-page')
  expect(arriveAt('/')).toEqual([['cs_1', 'turned-back']])
})

test('a checkout in the wallet keeps its step', () => {
  saveStep('O1', 'approved')
  expect(arriveAt('/')).toEqual([['O1', 'approved']])
})

test.each(['/?checkout=', '/?cancelled='])('%s names no checkout', (address) => {
  expect(arriveAt(address)).toEqual([])
  expect(location.search).toBe('')
})
