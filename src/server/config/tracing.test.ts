import { expect, test } from 'vitest'
import { parseConfig } from '../config.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

const parse = (variables: Record<string, string>) =>
  parseConfig({ PAYMENTS: 'sandbox', ...variables }).tracing

test('traces are off without an address, whatever else is set for other programs', () => {
  expect(parse({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined()
  expect(parse({ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined()
})

test('with an address all traces are sent, unless a sampler is named', () => {
  expect(parse(ENDPOINT)).toEqual({
    protocol: 'http/protobuf',
    sampler: 'always_on',
    ratio: 1,
  })
  const named = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(parse({ ...ENDPOINT, ...named })).toMatchObject({ sampler: 'traceidratio', ratio: 0.1 })
  expect(parse({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://x.example/v1/t' })).toBeDefined()
})

test.each([
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL cannot be "grpc": it must be one of http/protobuf, http/json.',
  ],
  [
    { OTEL_TRACES_SAMPLER: 'most' },
    'OTEL_TRACES_SAMPLER cannot be "most": it must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio.',
  ],
  [
    { OTEL_TRACES_SAMPLER_ARG: '10%' },
    'OTEL_TRACES_SAMPLER_ARG cannot be "10%": it must be a share from 0 to 1, such as 0.1.',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'user:secret@collector' },
    'OTEL_EXPORTER_OTLP_ENDPOINT cannot be what it is set to: it must be the address of a collector, such as http://localhost:4318.',
  ],
])('%o stops the start with a sentence', (variables, sentence) => {
  expect(() => parse({ ...ENDPOINT, ...variables })).toThrow(sentence)
})
