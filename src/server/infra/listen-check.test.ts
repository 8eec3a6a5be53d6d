import { expect, test } from 'vitest'
import { describeListenFault, findListenFault } from './listen-check.ts'

const address = { host: 'nowhere.example', port: 80 }

test.each([
  ['EADDRINUSE', /^PORT is taken: another program listens there already; stop it, or set PORT/],
  ['EACCES', /^PORT cannot be 80: this user may not listen there; set PORT to one from 1024 on/],
  ['EADDRNOTAVAIL', /^HOST cannot be "nowhere\.example": it is no address of this machine; set/],
  ['ENOTFOUND', /^HOST cannot be "nowhere\.example": the name leads to no address; set HOST to/],
])('%s is told with the setting to change', (code, sentence) => {
  expect(describeListenFault(address, code)).toMatch(sentence)
})

test('an address that is free has no fault', async () => {
  expect(await findListenFault({ host: '127.0.0.1', port: 0 })).toBeUndefined()
})
