import { afterEach, beforeEach } from 'vitest'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { openTestApp, type TestApp, type TestDonor } from './app.ts'

export const MINUTE = 60_000

const START = Date.parse('2026-12-01T20:00:00Z')

/** Our server by a clock that tests set, and its host, for tests of what a host plans by the time. */
export class HostHarness {
  /** The time of all nodes, Unix ms; each test begins with the same one. */
  now = START
  #database: Database | undefined
  #bus: Bus | undefined
  #server: TestApp | undefined
  #host: TestDonor | undefined

  get database(): Database {
    return requireOpen(this.#database)
  }

  get bus(): Bus {
    return requireOpen(this.#bus)
  }

  get server(): TestApp {
    return requireOpen(this.#server)
  }

  get host(): TestDonor {
    return requireOpen(this.#host)
  }

  /** Returns the time that is so many minutes from now, as requests have it. */
  readonly at = (minutes: number): string => new Date(this.now + minutes * MINUTE).toISOString()

  async open(openDatabase: () => Promise<Database>): Promise<void> {
    this.now = START
    this.#database = await openDatabase()
    this.#bus = createMemoryBus()
    const clock = () => this.now
    this.#server = await openTestApp({ database: this.database, bus: this.bus, clock })
    this.#host = await this.server.signUpHost()
  }

  async close(): Promise<void> {
    // A failure to open leaves the first part of them.
    await this.#server?.close()
    await this.#database?.close()
  }
}

/** Opens a server and its host for each test, on a database of its own. */
export function openHostHarness(openDatabase: () => Promise<Database>): HostHarness {
  const harness = new HostHarness()
  beforeEach(() => harness.open(openDatabase))
  afterEach(() => harness.close())
  return harness
}

function requireOpen<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The host harness is not open yet.')
  return part
}
