import { useSyncExternalStore } from 'react'
import { AppError } from '#contract/app-error.ts'

/** A request that waits until the host has shown the second factor. */
interface Waiting {
  resolve: () => void
  reject: (reason: AppError) => void
}

/** Asks the host for the second factor, once for all requests that wait for it. */
class StepUpStore {
  #waiting: readonly Waiting[] = []
  readonly #subscribers = new Set<() => void>()

  /**
   * Resolves when the second factor was shown.
   * @throws {AppError} if the host cancelled.
   */
  request(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#set([...this.#waiting, { resolve, reject }])
    return promise
  }

  finish(): void {
    const waiting = this.#waiting
    this.#set([])
    for (const { resolve } of waiting) resolve()
  }

  cancel(): void {
    const waiting = this.#waiting
    this.#set([])
    for (const { reject } of waiting) reject(new AppError('failed-precondition', CANCELLED))
  }

  readonly isRequested = (): boolean => this.#waiting.length > 0

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange)
    return () => this.#subscribers.delete(onChange)
  }

  #set(next: readonly Waiting[]): void {
    this.#waiting = next
    for (const onChange of this.#subscribers) onChange()
  }
}

const CANCELLED = 'Nothing was changed: your second factor was not shown.'

export const stepUp = new StepUpStore()

export function useStepUpRequested(): boolean {
  return useSyncExternalStore(stepUp.subscribe, stepUp.isRequested)
}
