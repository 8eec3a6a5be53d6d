import type { State } from './state.ts'
import { openWorld, type World } from './world.ts'

/** Gives each state the world that it wants, and keeps one that the next state can use too. */
export class Worlds {
  #kept: { key: string; world: World } | undefined

  async of(state: State): Promise<World> {
    const key = state.spends === true ? '' : keyOf(state)
    if (this.#kept !== undefined && key !== '' && this.#kept.key === key) return this.#kept.world
    await this.close()
    const world = await openWorld(state.board, state.environment ?? {})
    this.#kept = { key, world }
    return world
  }

  async close(): Promise<void> {
    const kept = this.#kept
    this.#kept = undefined
    await kept?.world.close()
  }
}

/** So ordered, states that can share a world follow one another. */
export function byWorld(states: readonly State[]): State[] {
  return states.toSorted((a, b) => sortKey(a).localeCompare(sortKey(b)))
}

function sortKey(state: State): string {
  return `${state.spends === true ? 'spends' : 'keeps'} ${keyOf(state)}`
}

function keyOf({ board, environment = {} }: State): string {
  return `${board} ${JSON.stringify(environment)}`
}
