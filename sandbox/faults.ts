import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ControlRefusal } from './control-refusal.ts'
import type { Fault, FaultBook, Refusal } from './options.ts'

/** A fault that a test has asked for: which calls it meets, and how many of them. */
export interface FaultOrder {
  provider: 'stripe' | 'paypal'
  fault: Fault
  method?: string | undefined
  /** A part of the path. */
  path?: string | undefined
  /** `always` is until the faults are cleared. */
  times: number | 'always'
}

const MAX_ORDERS = 100

export function createFaultBook(): FaultBook & { add(order: FaultOrder): void; clear(): void } {
  let orders: FaultOrder[] = []
  return {
    add: (order) => {
      orders = orders.filter(({ times }) => times !== 0)
      if (orders.length >= MAX_ORDERS) {
        throw new ControlRefusal(
          `There are ${MAX_ORDERS} faults that nothing has met yet: clear them first.`,
        )
      }
      orders.push({ ...order })
    },
    clear: () => {
      orders = []
    },
    take: (provider, method, path) => {
      const meets = orders.filter(
        (candidate) =>
          candidate.times !== 0 &&
          candidate.provider === provider &&
          (candidate.method ?? method) === method &&
          path.includes(candidate.path ?? ''),
      )
      // What is for one call must not wait for some other one.
      const order = meets.find(({ times }) => times !== 'always') ?? meets[0]
      if (order === undefined) return undefined
      if (order.times !== 'always') order.times -= 1
      return order.fault
    },
  }
}

/** Lets a provider's API meet its faults; `refuse` answers in the provider's own shape. */
export function playFaults(
  app: FastifyInstance,
  provider: 'stripe' | 'paypal',
  faults: FaultBook,
  refuse: (kind: Refusal, reply: FastifyReply, request: FastifyRequest) => FastifyReply,
): void {
  const after = new WeakMap<FastifyReply, Fault>()
  app.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(provider, request.method, request.url)
    if (fault === 'timeout') return keepSilent(request, reply)
    if (fault === 'cut' || fault === 'malformed') after.set(reply, fault)
    else if (fault !== undefined) return refuse(fault, reply, request)
    return undefined
  })
  app.addHook('onSend', async (_request, reply, body) => {
    const fault = after.get(reply)
    if (fault === 'cut') reply.raw.destroy()
    return fault === 'malformed' ? '<html>not what was asked for' : body
  })
}

/** Until the caller gives up; nothing is done then either. */
async function keepSilent({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await new Promise((resolve) => raw.socket.once('close', resolve))
  return reply.hijack()
}
