import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/app-error.ts'
import { networksOf } from './client-address.ts'

interface Budget {
  max: number
  windowMs: number
}

interface HitLimit {
  key: string
  max: number
}

/**
 * Counts hits in fixed windows; `hit` returns the wait until a refused hit may be repeated, ms, or
 * 0.
 */
interface HitCounter {
  hit(limits: readonly HitLimit[], windowMs: number): Promise<number>
}

const MINUTE_MS = 60_000

/** The budgets of one client. A route names its budget in `config.budget`. */
const BUDGETS = {
  /** Requests with a password to compare, over all routes, because machines guess passwords. */
  passwords: { max: 40, windowMs: 5 * MINUTE_MS },
  signUps: { max: 60, windowMs: 10 * MINUTE_MS },
  /** Requests with a code of a second factor. */
  codes: { max: 40, windowMs: 5 * MINUTE_MS },
  /** Requests with a token of a link in a mail. */
  links: { max: 40, windowMs: 5 * MINUTE_MS },
  /** Requests that send a mail. */
  mails: { max: 20, windowMs: 10 * MINUTE_MS },
  accounts: { max: 600, windowMs: MINUTE_MS },
  payments: { max: 1_200, windowMs: MINUTE_MS },
  lookUps: { max: 6_000, windowMs: MINUTE_MS },
  /** Pictures to decode, which takes time and memory. */
  uploads: { max: 60, windowMs: 10 * MINUTE_MS },
  pictures: { max: 300, windowMs: MINUTE_MS },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof BUDGETS

export interface RateLimits {
  /** Takes one try off the budget of the client's address and of the networks it is in. */
  spendByAddress(ip: string, budget: BudgetName): Promise<void>
  /** Takes one try off the budget of a client that is known by more than an address. */
  spendByKey(key: string, budget: BudgetName): Promise<void>
}

/** Limits each route that names a budget, and returns the limits for code that names one itself. */
export function installRateLimits(app: FastifyInstance, hits: HitCounter): RateLimits {
  const spend = async (name: BudgetName, limits: readonly HitLimit[]) => {
    const waitMs = await hits.hit(limits, BUDGETS[name].windowMs)
    if (waitMs > 0) throw tooManyTries(waitMs)
  }
  app.addHook('onRoute', (route) => {
    const name = route.config?.budget
    if (name === undefined) return
    // Each route that names a budget has its own of this size.
    const scope = `${name}:${route.url}`
    const onRequest = ({ ip }: FastifyRequest) => spend(name, limitsOf(ip, name, scope))
    route.onRequest = [...[route.onRequest ?? []].flat(), onRequest]
  })
  return {
    spendByAddress: (ip, name) => spend(name, limitsOf(ip, name, name)),
    spendByKey: (key, name) => spend(name, [{ key: `${name}:${key}`, max: BUDGETS[name].max }]),
  }
}

function limitsOf(ip: string, name: BudgetName, scope: string): HitLimit[] {
  const { max } = BUDGETS[name]
  return networksOf(ip).map(({ key, share }) => ({ key: `${scope}:${key}`, max: max * share }))
}

/** Builds the error for too many tries; message and Retry-After say when to try again. */
export function tooManyTries(waitMs: number, reason = 'Too many tries.'): AppError {
  const retryAfterS = Math.ceil(waitMs / 1_000)
  return new AppError(
    'resource-exhausted',
    `${reason} Please wait ${writeWait(retryAfterS)} and try again.`,
    { retryAfterS },
  )
}

function writeWait(seconds: number): string {
  return seconds < 60 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute')
}

function count(amount: number, unit: string): string {
  return amount === 1 ? `1 ${unit}` : `${amount} ${unit}s`
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the budget that each client has of this route. */
    budget?: BudgetName
  }
}
