import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ControlError } from '../control-error.ts'

/** The fault rules of tests; each provider's API consults them before it responds. */
export interface FaultRules {
  take(provider: 'stripe' | 'paypal', method: string, path: string): Fault | undefined
}

/** Responses without an effect: `401` rejects the key, `403` lacks a permission. */
export type ErrorFault = '401' | '403' | '500' | '429'

/**
 * `timeout` never responds; `silent` does the work and never responds; `cut` does the work and then
 * drops the connection; `malformed` does the work and responds with something that is no JSON.
 */
export type Fault = ErrorFault | 'timeout' | FaultAfterEffect

type FaultAfterEffect = 'silent' | 'cut' | 'malformed'

/** A fault, the calls that it matches, and how many of them it hits. */
export interface FaultRule {
  provider: 'stripe' | 'paypal'
  fault: Fault
  method?: string | undefined
  /** A part of the path. */
  path?: string | undefined
  /** The number of calls; `always` until the faults are cleared. */
  times: number | 'always'
}

const MAX_FAULT_RULES = 100

export function createFaultRules(): FaultRules & { add(rule: FaultRule): void; clear(): void } {
  let rules: FaultRule[] = []
  return {
    add: (rule) => {
      rules = rules.filter(({ times }) => times !== 0)
      if (rules.length >= MAX_FAULT_RULES) {
        throw new ControlError(
          `There are ${MAX_FAULT_RULES} faults that nothing has met yet: clear them first.`,
        )
      }
      rules.push({ ...rule })
    },
    clear: () => {
      rules = []
    },
    take: (provider, method, path) => {
      const matches = rules.filter(
        (candidate) =>
          candidate.times !== 0 &&
          candidate.provider === provider &&
          (candidate.method ?? method) === method &&
          path.includes(candidate.path ?? ''),
      )
      // A rule for a number of calls comes before one that holds for all.
      const rule = matches.find(({ times }) => times !== 'always') ?? matches[0]
      if (rule === undefined) return undefined
      if (rule.times !== 'always') rule.times -= 1
      return rule.fault
    },
  }
}

/** Makes a provider's API fail as its rules say; `refuse` responds in the provider's own format. */
export function installFaults(
  app: FastifyInstance,
  provider: 'stripe' | 'paypal',
  faults: FaultRules,
  refuse: (kind: ErrorFault, reply: FastifyReply, request: FastifyRequest) => FastifyReply,
): void {
  const after = new WeakMap<FastifyReply, FaultAfterEffect>()
  app.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(provider, request.method, request.url)
    if (fault === 'timeout') return neverRespond(request, reply)
    if (fault === 'silent' || fault === 'cut' || fault === 'malformed') after.set(reply, fault)
    else if (fault !== undefined) return refuse(fault, reply, request)
    return undefined
  })
  app.addHook('onSend', async ({ raw }, reply, body) => {
    const fault = after.get(reply)
    if (fault === 'silent') await once(raw.socket, 'close')
    if (fault === 'cut') reply.raw.destroy()
    return fault === 'malformed' ? '<html>not what was asked for' : body
  })
}

/** Never responds, without any effect, until the caller closes the connection. */
async function neverRespond({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await once(raw.socket, 'close')
  return reply.hijack()
}
