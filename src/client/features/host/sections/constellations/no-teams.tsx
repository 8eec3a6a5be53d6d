import { ConsoleLink } from '../../router/console-link.tsx'
import { CONSOLE_PATH } from '../../router/router.ts'
import styles from './no-teams.module.css'

/** The stars of the sketch, and their order along its lines. */
const STARS = [
  [10, 58],
  [42, 20],
  [74, 44],
  [112, 12],
  [142, 48],
] as const

/** Stands for the list while there is no team: a sketch of one, and what makes the first. */
export function NoTeams() {
  return (
    <div className={styles.none}>
      <svg viewBox="0 0 152 70" aria-hidden="true">
        <polyline points={STARS.join(' ')} />
        {STARS.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="5" />
        ))}
      </svg>
      <div>
        <p>
          Once the first one has a name, donors can join it as they donate. The campaign says
          whether they may, and whether they can found their own.
        </p>
        <p>
          <ConsoleLink to={`${CONSOLE_PATH}/campaign`}>Open Campaign</ConsoleLink>
        </p>
      </div>
    </div>
  )
}
