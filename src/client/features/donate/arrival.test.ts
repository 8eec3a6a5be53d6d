import { beforeEach, expect, test } from 'vitest'
import { mayCelebrate, settleArrival, takeArrival } from './arrival.ts'

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

test('nobody arrives at a plain address', () => {
  expect(takeArrival()).toBeUndefined()
})

test('a checkout is taken out of the address, and the rest of it left alone', () => {
  history.replaceState(null, '', '/?checkout=cs_1&lang=en#donate')
  expect(takeArrival()).toEqual({ kind: 'checkout', id: 'cs_1' })
  expect(location.search + location.hash).toBe('?lang=en#donate')
})

test('a checkout is still awaited after a reload, until its outcome was told', () => {
  history.replaceState(null, '', '/?checkout=cs_1')
  takeArrival()
  expect(takeArrival()).toEqual({ kind: 'checkout', id: 'cs_1' })
  settleArrival()
  expect(takeArrival()).toBeUndefined()
})

test('who turned back at the hosted page has cancelled, once', () => {
  history.replaceState(null, '', '/?cancelled=cs_1')
  expect(takeArrival()).toEqual({ kind: 'cancelled' })
  expect(location.search).toBe('')
  expect(takeArrival()).toBeUndefined()
})

test('an empty checkout is none', () => {
  history.replaceState(null, '', '/?checkout=')
  expect(takeArrival()).toBeUndefined()
})

test('each checkout is celebrated once', () => {
  expect(mayCelebrate('cs_1')).toBe(true)
  expect(mayCelebrate('cs_2')).toBe(true)
  expect(mayCelebrate('cs_1')).toBe(false)
})
