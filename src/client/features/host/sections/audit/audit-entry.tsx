import { AUDIT_ACTIONS, type AuditEntry as Entry, type AuditValues } from '#contract/host/audit.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { describeName, describeValue } from './audit-words.ts'
import styles from './audit.module.css'

/** Shows one action: who did what, when, and the values before and after. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { actor, action, subject, at, before, after, isErased } = entry
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <li>
      <h4>
        <bdi>{nameOf(entry)}</bdi> {labelOf(action)}
      </h4>
      <p className={styles.facts}>
        <time dateTime={at}>{formatMoment(Date.parse(at))}</time>
        {` · ${actor.role} · ${subject.kind} `}
        <bdi>{subject.email ?? subject.id}</bdi>
      </p>
      {names.length > 0 && (
        <dl className={styles.values}>
          {names.map((name) => (
            <div key={name}>
              <dt>{describeName(name)}</dt>
              <dd>
                <Change before={before} after={after} name={name} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isErased && (
        <p className={styles.facts}>The donor’s texts were erased with their account.</p>
      )}
    </li>
  )
}

function nameOf({ actor }: Entry): string {
  if (actor.role === 'operator') return 'The operator'
  return actor.email ?? 'A deleted account'
}

const LABELS: Record<string, { label: string } | undefined> = AUDIT_ACTIONS

function labelOf(action: string): string {
  return LABELS[action]?.label ?? action
}

interface ChangeProps {
  before: AuditValues
  after: AuditValues
  name: string
}

/** Shows a value that is the same, came, went, or changed. */
function Change({ before, after, name }: ChangeProps) {
  const [was, is] = [describeValue(name, before?.[name]), describeValue(name, after?.[name])]
  if (was === is || is === undefined) {
    return is === undefined ? <del>{was}</del> : <bdi>{is}</bdi>
  }
  if (was === undefined) return <bdi>{is}</bdi>
  return (
    <>
      <del>{was}</del> <span aria-hidden="true">→</span>{' '}
      <ins>
        <bdi>{is}</bdi>
      </ins>
    </>
  )
}
