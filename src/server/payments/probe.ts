import { AppError } from '#contract/app-error.ts'
import { isPermissionDenied, ProviderDeniedError } from './failures/failures.ts'
import type { ProbeResult } from './provider.ts'

/** A harmless request that shows whether our key may do something. */
export interface Probe {
  /** The permitted action, in words that follow 'may'. */
  what: string
  /** The instruction for the host if it is not permitted. */
  remedy: string
  /** True if we can do without; false by default. */
  isOptional?: boolean
  ask: () => Promise<unknown>
}

export interface Wording {
  label: string
  /** The name of what has permissions: the key, the app. */
  subject: string
  /** The sentence for keys that are rejected as a whole, with the remedy. */
  keyDenied: string
}

/** Runs all probes at once, and returns a sentence about each. Never fails. */
export async function probeEach(
  wording: Wording,
  probes: readonly Probe[],
): Promise<ProbeResult[]> {
  return Promise.all(probes.map((probe) => probeOne(wording, probe)))
}

async function probeOne(wording: Wording, probe: Probe): Promise<ProbeResult> {
  const { label, subject } = wording
  const { what, isOptional = false } = probe
  try {
    await probe.ask()
    return { what, isOptional, state: 'ok', sentence: `${label}: ${subject} may ${what}.` }
  } catch (error) {
    if (error instanceof ProviderDeniedError) {
      return { what, isOptional, state: 'denied', sentence: toDenial(wording, probe, error) }
    }
    const sentence = `${label}: whether ${subject} may ${what} could not be asked now.`
    return { what, isOptional, state: 'unavailable', sentence }
  }
}

/**
 * Ignores the refusal of an object that cannot exist, since it shows that the key may request it.
 */
export function failUnlessRefused(error: unknown): void {
  if (!isRefused(error)) throw error
}

/** Returns whether the provider has processed a request and refused it. */
export function isRefused(error: unknown): boolean {
  const code = error instanceof AppError ? error.code : undefined
  return code === 'not-found' || code === 'failed-precondition'
}

function toDenial(
  { label, subject, keyDenied }: Wording,
  { what, remedy }: Probe,
  error: ProviderDeniedError,
): string {
  if (!isPermissionDenied(error)) return keyDenied
  return `${label}: ${subject} may not ${what}; ${remedy}.`
}
