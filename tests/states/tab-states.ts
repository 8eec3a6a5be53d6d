import { enterLive } from './page-control.ts'
import type { State } from './state.ts'

const CLUB = { board: 'empty', scenario: 'club' } as const

/** States of the visitors' page with several boards. */
export const TAB_STATES: State[] = [
  { ...CLUB, name: 'boards', who: 'donor', reach: enterLive },
  {
    ...CLUB,
    name: 'boards-donors',
    who: 'visitor',
    reach: async (setup) => {
      await enterLive(setup)
      await setup.page.getByRole('tab', { name: 'Donors this week' }).click()
      await setup.page.getByText('$77.50').first().waitFor()
    },
  },
]
