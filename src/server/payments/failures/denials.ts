/** Reports that a provider has denied our key everything (401) or one kind of request (403). */
export class Denials {
  readonly #listeners = new Set<() => void>()

  onDenied(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Records the status of a response. */
  note(status: number): void {
    if (status !== 401 && status !== 403) return
    for (const listener of this.#listeners) listener()
  }
}

/** Wraps `fetch` so that each denial is recorded. */
export function watchFetch<Init>(
  fetch: (url: string, init: Init) => Promise<Response>,
  denials: Denials,
): (url: string, init: Init) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, init)
    denials.note(response.status)
    return response
  }
}
