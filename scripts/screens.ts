import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '#tests/helpers/browser/launch.ts'
import { STATES } from '#tests/states/catalogue.ts'
import { SIZES } from '#tests/states/sizes.ts'
import { groupByBackend, StateBackends } from '#tests/states/state-backends.ts'
import { takeState } from './screens/take-state.ts'

/*
 * Takes the pictures of docs/screens from the real product: of every state, or of those that are
 * named. `node scripts/screens.ts board aim`
 */

const FOLDER = join(import.meta.dirname, '../docs/screens')

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => STATES.every((state) => state.name !== name))
if (unknown.length > 0) throw new Error(`No state is called ${unknown.join(', ')}.`)
const states = STATES.filter(({ name }) => asked.length === 0 || asked.includes(name))

mkdirSync(FOLDER, { recursive: true })
removeStaleScreens()
const browser = await launchBrowser()
const backends = new StateBackends()
const failures: unknown[] = []
for (const state of groupByBackend(states).flat()) {
  await takeState({ browser, backends, state, folder: FOLDER }).catch((error: unknown) => {
    console.error(`✗ ${state.name}`, error)
    failures.push(error)
  })
}
await backends.close()
await browser.close()
process.exitCode = failures.length === 0 ? 0 : 1

/** Removes pictures of states that are no longer in the catalogue. */
function removeStaleScreens(): void {
  const wanted = new Set(
    STATES.flatMap(({ name }) => Object.keys(SIZES).map((size) => `${name}-${size}.webp`)),
  )
  for (const file of readdirSync(FOLDER)) {
    if (!wanted.has(file)) rmSync(join(FOLDER, file))
  }
}
