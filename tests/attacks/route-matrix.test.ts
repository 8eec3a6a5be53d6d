import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOST_ROLES, type HostRole } from '#contract/host/roles.ts'
import { ROUTES } from '#contract/routes.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { createSandbox } from '../../sandbox/main.ts'
import {
  buildPublicConfig,
  openTestApp,
  OPERATOR_TOKEN,
  type TestApp,
  type TestDonor,
} from '../helpers/app/app.ts'
import { ApiCheck, toExchange } from '../helpers/api/api-check.ts'
import { enableSecondFactor } from '../helpers/accounts/second-factor.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { KEYS } from '../helpers/providers/payment-providers.ts'
import { listDocumentedWays, listExpectedWays } from './documented-access.ts'
import { byAccess, rolesOf } from './probe-requests.ts'
import { OWN_CHECKOUT, OWN_DONATION, ROUTE_ACCESS } from './route-access.ts'

/** The route that responds in Stripe's words to unknown paths. */
const STRIPE_REST = '/v1/*'

const NOWHERE = 'http://127.0.0.1:9/'

let server: TestApp
/** All requests to that server, with their responses. */
const seen: Parameters<typeof toExchange>[] = []
let live: TestApp
let owner: TestDonor
let stranger: TestDonor
let host: TestDonor
let members: Record<HostRole, TestDonor>
/** Members of a server with real money, without and with a second factor. */
let liveMembers: Record<HostRole, TestDonor>
let provenMembers: Record<HostRole, TestDonor>

beforeAll(async () => {
  server = await openTestApp({
    sandbox: openSandbox(),
    watch: (...exchange) => void seen.push(exchange),
  })
  live = await openTestApp({ publicConfig: buildPublicConfig({ payments: 'live' }) })
  owner = await server.signUp()
  stranger = await server.signUp()
  host = await server.signUpHost()
  members = await signUpMembers(server)
  liveMembers = await signUpMembers(live)
  provenMembers = await signUpMembers(live, enableSecondFactor)
  const session = await owner.call({ url: '/api/auth/get-session' })
  const { id } = session.json<{ user: { id: string } }>().user
  await server.database.write(insertCheckouts, buildCheckout({ id: OWN_CHECKOUT, user_id: id }))
  const paid = buildCheckout({ donation_id: OWN_DONATION, user_id: id })
  await server.database.write(insertCheckouts, paid)
  await server.database.write(bookCaptures, buildCapture(paid))
})

afterAll(async () => {
  await server.close()
  await live.close()
})

function openSandbox() {
  const { stripeApi, routes } = createSandbox({
    publicUrl: 'http://localhost:3000',
    stripe: { ...KEYS.stripe, webhookUrl: NOWHERE },
    paypal: { ...KEYS.paypal, webhookUrl: NOWHERE },
  })
  return async (app: Parameters<typeof routes>[0]) => {
    await app.register(stripeApi)
    await app.register(routes, { prefix: '/_sandbox' })
  }
}

async function signUpMembers(
  app: TestApp,
  prove: typeof enableSecondFactor = async (_app, member) => member,
): Promise<Record<HostRole, TestDonor>> {
  const signUp = async (role: HostRole) => prove(app, await app.signUpMember(role))
  return {
    owner: await signUp('owner'),
    treasurer: await signUp('treasurer'),
    moderator: await signUp('moderator'),
  }
}

/** Returns the roles whose members a route does not refuse. */
async function rolesLetIn(
  of: Record<HostRole, TestDonor>,
  request: InjectOptions,
): Promise<HostRole[]> {
  const letIn: HostRole[] = []
  for (const role of HOST_ROLES) {
    const status = await statusFor(of[role], request)
    if (status !== 401 && status !== 403) letIn.push(role)
  }
  return letIn
}

type Caller = Pick<TestDonor, 'call'>

async function statusFor(caller: Caller, request: InjectOptions): Promise<number> {
  return (await caller.call(request)).statusCode
}

const asOperator = (request: InjectOptions): InjectOptions => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${OPERATOR_TOKEN}` },
})

test('every route of the server has its place in the table, and the table no other', () => {
  const real = server.app.routeTable
    .filter(({ url }) => url !== STRIPE_REST)
    .flatMap(({ methods, url }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${url}`),
    )
  expect(Object.keys(ROUTE_ACCESS).toSorted()).toEqual([...new Set(real)].toSorted())
})

test('a HEAD is answered only where a GET is, by the same rules', () => {
  const heads = server.app.routeTable.filter(
    ({ methods, url }) => methods.includes('HEAD') && url !== STRIPE_REST,
  )
  for (const { url } of heads) expect(Object.keys(ROUTE_ACCESS)).toContain(`GET ${url}`)
})

describe('everybody', () => {
  test.each(byAccess('all'))('may ask for %s', async (_route, request) => {
    expect([401, 403]).not.toContain(await statusFor(server, request))
  })
})

describe('whoever is signed in', () => {
  test.each(byAccess('signed in'))('may use %s, and no visitor', async (_route, request) => {
    expect(await statusFor(server, request)).toBe(401)
    expect([401, 403]).not.toContain(await statusFor(stranger, request))
  })
})

describe('the owner', () => {
  test.each(byAccess('owner'))('may use %s, and to others it is not there', async (_, request) => {
    expect(await statusFor(server, request)).toBe(401)
    expect(await statusFor(stranger, request)).toBe(404)
    expect(await statusFor(host, request)).toBe(404)
    expect([401, 403, 404]).not.toContain(await statusFor(owner, request))
  })
})

describe('a host', () => {
  test.each(byAccess('host'))('alone may use %s, by role', async (route, request) => {
    expect(await statusFor(server, request)).toBe(401)
    expect(await statusFor(stranger, request)).toBe(403)
    expect([401, 403]).not.toContain(await statusFor(host, request))
    expect(await rolesLetIn(members, request)).toEqual(rolesOf(route))
  })

  test.each(byAccess('host'))('with real money shows a second factor for %s', async (...probe) => {
    const [route, request] = probe
    // A moderator moves no money, so that theirs is not demanded.
    const bare = rolesOf(route).filter((role) => role === 'moderator')
    expect(await rolesLetIn(liveMembers, request)).toEqual(bare)
    expect(await rolesLetIn(provenMembers, request)).toEqual(rolesOf(route))
  })
})

describe('the operator', () => {
  test.each(byAccess('operator'))('alone may use %s', async (_route, request) => {
    for (const caller of [server, stranger, host]) {
      expect(await statusFor(caller, request)).toBe(404)
    }
    const wrong = { ...request, headers: { authorization: `Bearer ${'x'.repeat(38)}` } }
    expect(await statusFor(server, wrong)).toBe(404)
    expect([401, 403, 404]).not.toContain(await statusFor(server, asOperator(request)))
  })
})

describe('programs of this machine', () => {
  test.each(byAccess('this machine'))('may use %s, and nobody elsewhere', async (_, request) => {
    for (const caller of [server, stranger, host]) {
      expect([403, 404]).toContain(await statusFor(caller, request))
    }
    const here = { ...request, remoteAddress: '127.0.0.1', headers: { host: 'localhost:3000' } }
    expect([401, 403, 404]).not.toContain(await statusFor(server, here))
    const rebound = { ...here, headers: { host: 'rebound.example' } }
    expect([403, 404]).toContain(await statusFor(server, rebound))
  })
})

describe('a provider', () => {
  test.each(byAccess('provider'))('signs what it sends to %s', async (_route, request) => {
    const before = await server.countRows()
    for (const caller of [server, stranger, host]) {
      expect(await statusFor(caller, request)).toBe(400)
    }
    expect(await server.countRows()).toEqual(before)
  })
})

describe("the sandbox's key", () => {
  test.each(byAccess('sandbox key'))('opens %s, and nothing else does', async (_, request) => {
    for (const caller of [server, stranger, host]) {
      expect(await statusFor(caller, request)).toBe(401)
    }
  })
})

describe('a proof', () => {
  test.each(byAccess('proof'))('is what %s goes by', async (_route, request) => {
    expect([400, 401]).toContain(await statusFor(server, request))
  })
})

describe("the API's document", () => {
  const openCheck = async () =>
    new ApiCheck((await server.app.inject({ url: '/api/openapi.json' })).body)

  test('has every route of the table but the stand-ins, and says who may use it', async () => {
    const { document } = await openCheck()
    expect(listDocumentedWays(document)).toEqual(listExpectedWays())
    // A test server without hosts is open to whoever tries it out.
    expect(document.paths[ROUTES.testDonations]?.delete?.description).toContain('no host is named')
  })

  test('is true of all that was requested and answered here', async () => {
    const check = await openCheck()
    expect(seen.length).toBeGreaterThan(300)
    expect(seen.flatMap((exchange) => check.compare(toExchange(...exchange)))).toEqual([])
  })
})
