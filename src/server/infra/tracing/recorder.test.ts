import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { DonationIds } from './donation-ids.ts'
import { Recorder } from './recorder.ts'
import type { SamplerSettings } from './sampler-names.ts'
import { createSamplers } from './samplers.ts'

/** Creates the recorder of one node, and what it has recorded. */
function openNode(settings: SamplerSettings) {
  const exporter = new InMemorySpanExporter()
  const ids = new DonationIds()
  const { sampler, ...sampling } = createSamplers(settings)
  const provider = new TracerProvider({
    sampler,
    idGenerator: ids,
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  })
  const recorder = new Recorder({ tracer: provider.getTracer('test'), ids, ...sampling })
  return { recorder, recorded: () => exporter.getFinishedSpans() }
}

test('nodes put their steps of a donation into one trace without asking each other', () => {
  const settings = { sampler: 'parentbased_always_on', ratio: 1 } as const
  const [one, other] = [openNode(settings), openNode(settings)]
  one.recorder.start('begin', { donation: 'd1', isFirst: true }, undefined).end()
  other.recorder.start('settle', { donation: 'd1' }, undefined).end()
  const [begin] = one.recorded()
  const [settle] = other.recorded()
  expect(begin?.parentSpanContext).toBeUndefined()
  expect(settle?.parentSpanContext?.spanId).toBe(begin?.spanContext().spanId)
  expect(settle?.spanContext().traceId).toBe(begin?.spanContext().traceId)
})

test.each(['traceidratio', 'parentbased_traceidratio'] as const)(
  'with %s a donation is recorded by all nodes or by none, and the log names no other',
  (sampler) => {
    const [one, other] = [openNode({ sampler, ratio: 0.5 }), openNode({ sampler, ratio: 0.5 })]
    const donations = Array.from({ length: 64 }, (_, index) => `d${index}`)
    for (const donation of donations) {
      const begin = one.recorder.start('begin', { donation, isFirst: true }, undefined)
      const settle = other.recorder.start('settle', { donation }, undefined)
      expect(settle.traceId).toBe(begin.traceId)
      for (const span of [begin, settle]) span.end()
    }
    expect(one.recorded().length).toBeGreaterThan(8)
    expect(one.recorded().length).toBeLessThan(56)
    expect(other.recorded()).toHaveLength(one.recorded().length)
  },
)

test('a step that failed has the kind of the failure, and a step of its own trace is no link', () => {
  const { recorder, recorded } = openNode({ sampler: 'always_on', ratio: 1 })
  const outer = recorder.start('settle', { donation: 'd1' }, undefined)
  recorder.start('receipt', { donation: 'd1' }, outer).end('unavailable')
  outer.end()
  const [inner, settled] = recorded()
  expect(inner).toMatchObject({ attributes: { 'error.type': 'unavailable' }, links: [] })
  expect(inner?.parentSpanContext?.spanId).toBe(settled?.spanContext().spanId)
})

test('the steps that are remembered for links do not grow without end', () => {
  const { recorder, recorded } = openNode({ sampler: 'always_on', ratio: 1 })
  for (let index = 0; index <= 1_000; index += 1) {
    recorder.remember(`event ${index}`, recorder.start('post', {}, undefined))
  }
  recorder.start('handle', { causes: ['event 0', 'event 1', 'event 1000'] }, undefined).end()
  expect(recorded()[0]?.links).toHaveLength(2)
})

const SENDER = '0af7651916cd43dd8448eb211c80319c'
const toParent = (flags: string) => `00-${SENDER}-b7ad6b7169203331-${flags}`

/** Records a request with the `traceparent` of its sender. */
function receive(settings: SamplerSettings, traceparent: string) {
  const { recorder, recorded } = openNode(settings)
  recorder.start('GET /', { traceparent }, undefined).end()
  return recorded().map((span) => ({
    isOfSender: span.spanContext().traceId === SENDER,
    linked: span.links.map(({ context }) => context.traceId),
  }))
}

test('a sender neither hides a request, nor forces it to be recorded, nor names its trace', () => {
  const own = [{ isOfSender: false, linked: [SENDER] }]
  const always: SamplerSettings = { sampler: 'always_on', ratio: 1 }
  expect(receive(always, toParent('00'))).toEqual(own)
  expect(receive(always, toParent('01'))).toEqual(own)
  expect(receive(always, 'nonsense')).toEqual([{ isOfSender: false, linked: [] }])
  expect(receive({ sampler: 'traceidratio', ratio: 0 }, toParent('01'))).toEqual([])
})

test('a sender decides about the trace where the operator says so', () => {
  const settings: SamplerSettings = { sampler: 'parentbased_traceidratio', ratio: 0 }
  expect(receive(settings, toParent('01'))).toEqual([{ isOfSender: true, linked: [] }])
  expect(receive({ ...settings, ratio: 1 }, toParent('00'))).toEqual([])
})
