import { ConsoleButton } from '../../ui/console-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './campaign.module.css'
import { labelOf } from './field-groups.ts'
import type { DraftView } from './use-draft.ts'

/** Shows both versions of each value that two hosts have changed, and lets this one choose. */
export function Conflicts({ draft }: { draft: DraftView }) {
  const { conflicts, values, live, version, settle } = draft
  return (
    <Panel title="Somebody else has published meanwhile" className={styles.conflicts}>
      <p role="alert">
        Version {version} changes what you have changed too. Choose for each; the rest of your draft
        stays.
      </p>
      <ul>
        {conflicts.map((name) => (
          <li key={name}>
            <h4>{labelOf(name)}</h4>
            <Version
              title="Yours"
              text={values[name]}
              action="Keep yours"
              what={labelOf(name)}
              onChoose={() => settle(name, 'own')}
            />
            <Version
              title="Published"
              text={live[name]}
              action="Take the published one"
              what={labelOf(name)}
              onChoose={() => settle(name, 'live')}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface VersionProps {
  title: string
  text: string
  action: string
  /** The label of the value, for those who hear the button alone. */
  what: string
  onChoose: () => void
}

function Version({ title, text, action, what, onChoose }: VersionProps) {
  return (
    <div className={styles.version}>
      <h5>{title}</h5>
      <p>{text === '' ? 'Nothing' : text}</p>
      <ConsoleButton onClick={onChoose}>
        {action}
        <span className="visually-hidden">: {what}</span>
      </ConsoleButton>
    </div>
  )
}
