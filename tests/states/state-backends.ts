import type { State } from './state.ts'
import { openStateBackend, type StateBackend } from './state-backend.ts'

/** Opens the backend of each state, and keeps it for the next state if that can use it too. */
export class StateBackends {
  #kept: { key: string; backend: StateBackend } | undefined

  async of(state: State): Promise<StateBackend> {
    const key = state.changesServer === true ? '' : keyOf(state)
    if (this.#kept !== undefined && key !== '' && this.#kept.key === key) return this.#kept.backend
    await this.close()
    const backend = await openStateBackend(state)
    this.#kept = { key, backend }
    return backend
  }

  async close(): Promise<void> {
    const kept = this.#kept
    this.#kept = undefined
    await kept?.backend.close()
  }
}

/**
 * Groups states that can share a backend, those that take longest first; a state that changes its
 * backend is alone.
 */
export function groupByBackend(states: readonly State[]): State[][] {
  const groups = Map.groupBy(states, (state) =>
    state.changesServer === true ? state.name : keyOf(state),
  )
  return [...groups.values()].toSorted((a, b) => b.length - a.length)
}

function keyOf({ board, scenario, environment = {} }: State): string {
  return `${board} ${scenario ?? ''} ${JSON.stringify(environment)}`
}
