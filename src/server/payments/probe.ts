import { AppError } from '#contract/app-error.ts'
import { isPermissionDenied, ProviderDeniedError, type Label } from './failures/failures.ts'
import type { ProbeResult } from './provider.ts'

/** A harmless read that shows whether our key may do something. */
export interface Probe {
  /** The thing that it may do, after 'may'. */
  what: string
  /** The thing that the host is to do where it may not. */
  remedy: string
  /** Whether we can do without; by default we cannot. */
  isOptional?: boolean
  ask: () => Promise<unknown>
}

export interface Wording {
  label: Label
  /** The thing that has permissions: the key, the app. */
  subject: string
  /** Says that our keys are not taken at all, and what to do. */
  keyDenied: string
}

/** Asks all at once, and tells of each in a sentence. Never fails. */
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

/** Passes over a refusal of what cannot be there: the key may ask for it. */
export function failUnlessRefused(error: unknown): void {
  if (!isRefused(error)) throw error
}

/** Returns whether the provider has read what was asked for, and refused it. */
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
