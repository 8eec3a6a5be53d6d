import { useEffect, useState } from 'react'
import type { Crowns } from '#contract/crowns.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { onPublishedCrowns } from '#client/lib/told-crowns.ts'

/** The least time from a request to the next one, ms; each page adds up to as much. */
const PAUSE_MS = 10_000

/** The crowns as the server told them, and when, Unix ms by this clock. */
export interface ToldCrowns {
  crowns: Crowns
  toldAt: number
}

/**
 * Fetches the crowns, and again some time after the board has changed: holders change far less often
 * than the board, so they are not in its stream.
 */
export function useCrowns(version: number | undefined): ToldCrowns | undefined {
  const [told, setTold] = useState<ToldCrowns>()
  const [poller] = useState(() => new CrownsPoller(setTold))
  useEffect(() => poller.ask(version), [poller, version])
  useEffect(() => onPublishedCrowns((crowns) => poller.take(crowns)), [poller])
  useEffect(() => () => poller.stop(), [poller])
  return told
}

/** Asks for the crowns once in each pause, however often the board changes meanwhile. */
class CrownsPoller {
  readonly #onTold: (told: ToldCrowns) => void
  #version: number | undefined
  #timer: number | undefined
  #request: AbortController | undefined
  #nextAt = 0
  /** The time of the latest crowns, as the server told it. */
  #latest = ''

  constructor(onTold: (told: ToldCrowns) => void) {
    this.#onTold = onTold
  }

  /** Asks for those of a version as soon as the pause is over and the last request has its answer. */
  ask(version: number | undefined): void {
    this.#version = version
    if (this.#timer !== undefined || this.#request !== undefined) return
    const delay = Math.max(0, this.#nextAt - performance.now())
    this.#timer = window.setTimeout(() => void this.#send(), delay)
  }

  /** Takes crowns that were fetched here or elsewhere, unless later ones are known. */
  take(crowns: Crowns): void {
    if (crowns.now < this.#latest) return
    this.#latest = crowns.now
    this.#onTold({ crowns, toldAt: Date.now() })
  }

  stop(): void {
    window.clearTimeout(this.#timer)
    this.#request?.abort()
    this.#timer = undefined
    this.#request = undefined
  }

  async #send(): Promise<void> {
    const request = new AbortController()
    this.#timer = undefined
    this.#request = request
    const version = this.#version
    this.#nextAt = performance.now() + PAUSE_MS * (1 + Math.random())
    // A failure is made good with the next change of the board.
    const crowns = await fetchCrowns(request.signal).catch(() => undefined)
    if (this.#request !== request) return
    this.#request = undefined
    if (crowns !== undefined) this.take(crowns)
    if (this.#version !== version) this.ask(this.#version)
  }
}

function fetchCrowns(signal: AbortSignal): Promise<Crowns> {
  return callApi<Crowns>(ROUTES.crowns, { signal })
}
