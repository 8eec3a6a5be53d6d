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

/** Sorts states so that those which can share a backend follow one another. */
export function sortByBackend(states: readonly State[]): State[] {
  return states.toSorted((a, b) => sortKey(a).localeCompare(sortKey(b)))
}

function sortKey(state: State): string {
  return `${state.changesServer === true ? 'spends' : 'keeps'} ${keyOf(state)}`
}

function keyOf({ board, scenario, environment = {} }: State): string {
  return `${board} ${scenario ?? ''} ${JSON.stringify(environment)}`
}
