import { ACCOUNT_STATES } from './account-states.ts'
import { BOARD_STATES } from './board-states.ts'
import { CAMPAIGN_STATES } from './campaign-states.ts'
import { CHOICE_STATES } from './choice-states.ts'
import { CELEBRATION_STATES } from './celebration-states.ts'
import { CROWN_STATES } from './crown-states.ts'
import { DONATE_STATES } from './donate-states.ts'
import { HOST_STATES } from './host-states.ts'
import { LIMIT_STATES } from './limit-states.ts'
import { ME_STATES } from './me-states.ts'
import { OWN_ACCOUNT_STATES } from './own-account-states.ts'
import { GOAL_STATES } from './goal-states.ts'
import { SHARING_STATES } from './sharing-states.ts'
import type { State } from './state.ts'
import { TAB_STATES } from './tab-states.ts'
import { TEAM_STATES } from './team-states.ts'
import { FAILURE_STATES } from './failure-states.ts'

/** All states of the product's pages, for screenshots and for axe. */
export const STATES: readonly State[] = [
  ...BOARD_STATES,
  ...ACCOUNT_STATES,
  ...OWN_ACCOUNT_STATES,
  ...DONATE_STATES,
  ...CELEBRATION_STATES,
  ...SHARING_STATES,
  ...FAILURE_STATES,
  ...CAMPAIGN_STATES,
  ...ME_STATES,
  ...LIMIT_STATES,
  ...HOST_STATES,
  ...TAB_STATES,
  ...GOAL_STATES,
  ...CHOICE_STATES,
  ...CROWN_STATES,
  ...TEAM_STATES,
]
