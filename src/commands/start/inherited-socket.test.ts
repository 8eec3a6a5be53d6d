import { expect, test } from 'vitest'
import { isHost, takeInheritedSocket } from './inherited-socket.ts'

const given = { pid: 7, isSocket: () => true }

test('a socket for this process is taken, and its variables are for no child', () => {
  const variables = { LISTEN_PID: '7', LISTEN_FDS: '1', LISTEN_FDNAMES: 'royale', PORT: '3000' }
  expect(takeInheritedSocket(variables, given)).toBe(3)
  expect(variables).toEqual({ PORT: '3000' })
})

test.each([{}, { LISTEN_FDS: '1' }, { LISTEN_PID: '8', LISTEN_FDS: '5' }])(
  'there is none with %j',
  (variables) => {
    expect(takeInheritedSocket(variables, given)).toBeUndefined()
    expect(variables).toEqual({})
  },
)

test.each([
  [{ LISTEN_PID: 'seven', LISTEN_FDS: '1' }, 'LISTEN_PID is "seven"'],
  [{ LISTEN_PID: '7' }, 'LISTEN_FDS is ""'],
  [{ LISTEN_PID: '7', LISTEN_FDS: 'x' }, 'LISTEN_FDS is "x"'],
  [{ LISTEN_PID: '7', LISTEN_FDS: '0' }, 'LISTEN_FDS is "0"'],
  [{ LISTEN_PID: '7', LISTEN_FDS: '2' }, 'LISTEN_FDS is "2"'],
])('%j is refused with a sentence', (variables, reason) => {
  expect(() => takeInheritedSocket(variables, given)).toThrow(
    `The socket that was handed over cannot be used, because ${reason}: let the socket unit have one`,
  )
})

test('what is no socket is refused', () => {
  const variables = { LISTEN_PID: '7', LISTEN_FDS: '1' }
  expect(() => takeInheritedSocket(variables, { pid: 7, isSocket: () => false })).toThrow(
    'because descriptor 3 is no socket: let',
  )
})

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', 'localhost', true],
  ['::ffff:127.0.0.1', '127.0.0.1', true],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['::', '0::0', true],
  ['0.0.0.0', '0.0.0.0', true],
  ['0.0.0.0', '127.0.0.1', false],
  ['::', '127.0.0.1', false],
  ['::', '0.0.0.0', false],
  ['0.0.0.0', '::', false],
  ['127.0.0.1', '0.0.0.0', false],
  ['::1', '127.0.0.1', false],
])('a socket at %s with HOST=%s: %j', async (address, host, isSame) => {
  expect(await isHost(address, host)).toBe(isSame)
})
