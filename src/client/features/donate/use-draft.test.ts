import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#client/lib/session.ts'
import { clearPersonalStorage } from '#client/lib/storage.ts'
import { useDraft } from './use-draft.ts'

beforeEach(clearPersonalStorage)

function signIn(userId: string | undefined): void {
  vi.spyOn(session, 'read').mockReturnValue(
    userId === undefined
      ? { state: 'signed-out' }
      : { state: 'signed-in', userId, email: 'a@b.example', mayDeleteTestDonations: false },
  )
}

/** Opens the panel anew for this account. */
function open(userId: string | undefined) {
  signIn(userId)
  return renderHook(() => ({
    amount: useDraft('amount', undefined),
    message: useDraft('message', ''),
  }))
}

function type(panel: ReturnType<typeof open>, amount: string, message: string): void {
  act(() => {
    panel.result.current.amount[1](amount)
    panel.result.current.message[1](message)
  })
}

const read = ({ result: { current } }: ReturnType<typeof open>) => [
  current.amount[0],
  current.message[0],
]

test('what was typed is there again after the session has ended, for the same account alone', () => {
  const panel = open('ada')
  type(panel, '88.11', 'Onwards')
  panel.unmount()
  const again = open('ada')
  expect(read(again)).toEqual(['88.11', 'Onwards'])
  again.unmount()
  open('bo').unmount()
  expect(read(open('ada'))).toEqual([undefined, ''])
})

test('a logout forgets what was typed', () => {
  const panel = open('ada')
  type(panel, '88.11', 'Onwards')
  clearPersonalStorage()
  panel.unmount()
  expect(read(open('ada'))).toEqual([undefined, ''])
})

test('what is typed without an account is no draft', () => {
  const panel = open(undefined)
  type(panel, '88.11', 'Onwards')
  panel.unmount()
  expect(read(open(undefined))).toEqual([undefined, ''])
})

test('what one account typed last is not that of the next, which logs in elsewhere', () => {
  const panel = open('ada')
  signIn('bo')
  type(panel, '88.11', 'Onwards')
  panel.unmount()
  expect(read(open('bo'))).toEqual([undefined, ''])
})
