import type { FastifyInstance } from 'fastify'
import { Counter, register, Registry } from 'prom-client'
import { z } from 'zod'
import { isLocalRequest } from '../guards/local-requests.ts'
import { requireOperator } from '../guards/operator.ts'
import { createGauges } from './gauges.ts'
import type { Measured } from './measured.ts'
import type { Meters } from './meters.ts'

export interface MetricsOptions {
  operatorToken: string
  measured: Measured
  meters: Meters
}

/**
 * Serves `GET /metrics` in Prometheus' text format, only to this machine and the operator's token.
 */
export function installMetrics(
  app: FastifyInstance,
  { operatorToken, measured, meters }: MetricsOptions,
): void {
  const registry = new Registry()
  for (const gauge of createGauges(measured)) registry.registerMetric(gauge)
  registry.registerMetric(declinesCounter(measured))
  // Those of the process are in the library's own registry.
  const all = Registry.merge([registry, meters.registry, register])
  const schema = {
    operationId: 'readMetrics',
    summary: 'The metrics in the text format of Prometheus, for programs of this machine.',
    gives: { 'text/plain': z.string() },
  }
  app.get('/metrics', { config: { access: 'local' }, schema }, async (request, reply) => {
    // Without the token the route answers as if it did not exist.
    if (!isLocalRequest(request)) requireOperator(request, operatorToken)
    return reply.type(all.contentType).send(await all.metrics())
  })
}

function declinesCounter(measured: Measured): Counter {
  return new Counter({
    name: 'royale_checkout_declines_total',
    help: 'Declined attempts to pay that this node has counted',
    registers: [],
    collect() {
      this.reset()
      this.inc(measured.declines())
    },
  })
}
