import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { requireDeclared, type Access } from './access.ts'

const money = { permissions: ['money'], stepUp: false } as const
const moneyStepUp = { ...money, stepUp: true }
const either = { permissions: ['settings', 'money'], stepUp: false } as const

/** Returns the status of a route that declares one thing and whose guard asks for another. */
async function statusOf(declared: Access | undefined, guard: Access): Promise<number> {
  const app = Fastify()
  const config = declared === undefined ? {} : { access: declared }
  app.get('/', { config }, async (request) => {
    requireDeclared(request, guard)
    return 'guarded'
  })
  return (await app.inject('/')).statusCode
}

test.each([
  ['session', 'session'],
  ['operator', 'operator'],
  ['local', 'operator'],
  [money, money],
  [money, 'session'],
  [moneyStepUp, moneyStepUp],
  [moneyStepUp, money],
] as const)('a route that declares %j may be guarded by %j', async (declared, guard) => {
  expect(await statusOf(declared, guard)).toBe(200)
})

test.each([
  [undefined, 'session'],
  [undefined, money],
  ['session', money],
  ['session', 'operator'],
  ['operator', 'local'],
  [money, moneyStepUp],
  [money, either],
  [money, 'operator'],
] as const)('a route that declares %j fails if it is guarded by %j', async (declared, guard) => {
  expect(await statusOf(declared, guard)).toBe(500)
})
