import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import { inSpan } from '#server/infra/tracing/spans.ts'
import type { PaymentProvider } from './provider.ts'

/** A call to a provider that has ended. */
export interface MeasuredCall {
  provider: ProviderName
  /** The code of the error, such as `unavailable`; `internal` for one without; null for none. */
  failure: string | null
  /** The error; undefined for none. */
  error: unknown
  seconds: number
}

/**
 * The calls that are measured: those that ask the provider for one thing. A webhook is verified
 * without it, by whoever posts one; probes never fail; lists are read in pieces.
 */
const MEASURED: ReadonlySet<PropertyKey> = new Set<keyof PaymentProvider>([
  'identify',
  'start',
  'find',
  'capture',
  'findHistory',
  'refund',
  'findOwner',
  'cancel',
  'listEvents',
  'listChanges',
])

/** Wraps providers so that `onCall` hears of each such call that has ended. */
export function measureCalls(
  providers: Partial<Record<ProviderName, PaymentProvider>>,
  onCall: (call: MeasuredCall) => void,
): Partial<Record<ProviderName, PaymentProvider>> {
  return Object.fromEntries(
    Object.entries(providers).map(([name, provider]) => [name, measure(provider, onCall)]),
  )
}

function measure(provider: PaymentProvider, onCall: (call: MeasuredCall) => void) {
  return new Proxy(provider, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const call = (): unknown => Reflect.apply(member, target, args)
        if (!MEASURED.has(key)) return call()
        const begun = performance.now()
        const result = inSpan(`${target.name}.${String(key)}`, { kind: 'client' }, call)
        if (!(result instanceof Promise)) return result
        const note = (failure: string | null, error?: unknown) => {
          const seconds = (performance.now() - begun) / 1000
          onCall({ provider: target.name, failure, error, seconds })
        }
        result.then(
          () => note(null),
          (error: unknown) => note(error instanceof AppError ? error.code : 'internal', error),
        )
        return result
      }
    },
  })
}
