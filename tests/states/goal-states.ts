import { enterLive } from './page-control.ts'
import type { State } from './state.ts'

const GOAL = { board: 'empty', scenario: 'goal' } as const

/** States of the visitors' page with a goal. */
export const GOAL_STATES: State[] = [
  { ...GOAL, name: 'goal', who: 'donor', reach: enterLive },
  {
    ...GOAL,
    name: 'goal-milestones',
    who: 'visitor',
    reach: async (setup) => {
      await enterLive(setup)
      await setup.page.locator('summary', { hasText: 'to a new rudder' }).click()
      await setup.page.getByText('Steers in any sea.').waitFor()
    },
  },
]
