import { AUDIT_ACTIONS, type AuditEntry as Entry, type AuditValues } from '#contract/host/audit.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { FactLine } from '../../ui/fact-line.tsx'
import { describeName, describeValue, listChanged } from './audit-words.ts'
import styles from './audit.module.css'

/** Shows one action: who did what, when, and the values before and after. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { actor, action, subject, at, before, after, isErased } = entry
  const names = listChanged(before, after)
  return (
    <li>
      <h4>
        <bdi>{nameOf(entry)}</bdi> {labelOf(action)}
      </h4>
      <FactLine
        facts={[
          <time key="at" dateTime={at}>
            {formatMoment(Date.parse(at))}
          </time>,
          actor.role,
          subject.email === null ? (
            subject.kind
          ) : (
            <>
              {subject.kind} <bdi>{subject.email}</bdi>
            </>
          ),
        ]}
      />
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
      {subject.email === null && (
        <details className={styles.id}>
          <summary>
            ID<span className="visually-hidden"> of the {subject.kind}</span>
          </summary>
          <code>{subject.id}</code>
        </details>
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

function tellInstant(instant: string): string {
  return formatMoment(Date.parse(instant))
}

interface ChangeProps {
  before: AuditValues
  after: AuditValues
  name: string
}

/** Shows a value that came, went, or changed. */
function Change({ before, after, name }: ChangeProps) {
  const [was, is] = [before, after].map((values) =>
    describeValue(name, values?.[name], tellInstant),
  )
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
