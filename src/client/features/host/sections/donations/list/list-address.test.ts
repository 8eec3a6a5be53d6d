import { expect, test } from 'vitest'
import {
  readPageNumber,
  toFirstPage,
  toListPath,
  toNextPage,
  toPreviousPage,
  toRequest,
} from './list-address.ts'

test('each next page counts one, and keeps search and filters', () => {
  const second = toNextPage('?state=refunded', '9600.7')
  expect(toListPath(second)).toBe('/host/donations?state=refunded&after=9600.7&page=2')
  expect(readPageNumber(`?${second.toString()}`)).toBe(2)
  expect(readPageNumber(`?${toNextPage(`?${second.toString()}`, '9500.3').toString()}`)).toBe(3)
})

test('each page before counts one less, down to the first, which needs no cursor', () => {
  const second = toPreviousPage('?state=refunded&after=9500.3&page=3', '9600.7')
  expect(toListPath(second)).toBe('/host/donations?state=refunded&before=9600.7&page=2')
  expect(readPageNumber(`?${second.toString()}`)).toBe(2)
  const first = toPreviousPage(`?${second.toString()}`, '9700.2')
  expect(toListPath(first)).toBe('/host/donations?state=refunded')
  expect(toPreviousPage('?after=9500.3', '9600.7').toString()).toBe('before=9600.7')
})

test('the first page has no number in its address', () => {
  expect(readPageNumber('')).toBe(1)
  expect(readPageNumber('?state=refunded&page=4')).toBe(1)
  const first = toFirstPage('?state=refunded&after=9600.7&page=2')
  expect(toListPath(first)).toBe('/host/donations?state=refunded')
  expect(toListPath(toFirstPage('?after=9600.7&page=2'))).toBe('/host/donations')
})

test('a cursor without a usable number has none, nor has the page after it', () => {
  for (const search of ['?after=1.2', '?after=1.2&page=x', '?after=1.2&page=-3']) {
    expect(readPageNumber(search)).toBeUndefined()
    expect(toNextPage(search, '3.4').has('page')).toBe(false)
  }
})

test('the server is asked without the number', () => {
  expect(toRequest('')).toBe('/api/host/donations')
  expect(toRequest('?q=ada&after=9600.7&page=2')).toBe('/api/host/donations?q=ada&after=9600.7')
})
