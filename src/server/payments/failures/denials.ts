/** Tells that a provider has denied our key something: all (401), or one kind of request (403). */
export class Denials {
  readonly #listeners = new Set<() => void>()

  onDenied(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Notes the status of an answer. */
  note(status: number): void {
    if (status !== 401 && status !== 403) return
    for (const listener of this.#listeners) listener()
  }
}

/** Returns `fetch` as it is, with each denial noted. */
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
