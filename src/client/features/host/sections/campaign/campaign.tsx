import { hostCampaignSchema, type HostCampaign } from '#contract/campaign/settings.ts'
import { ROUTES } from '#contract/routes.ts'
import { Notice } from '#client/ui/notice.tsx'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { DataView } from '../../ui/data-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SectionTop } from '../section-top.tsx'
import { CampaignField } from './campaign-field.tsx'
import { fieldOf } from './campaign-values.ts'
import styles from './campaign.module.css'
import { Conflicts } from './conflicts.tsx'
import { FIELD_GROUPS } from './field-groups.ts'
import { useDraft, type DraftView } from './use-draft.ts'
import { usePublish, type Publishing } from './use-publish.ts'

const TOPICS: readonly ChangeTopic[] = ['campaign']

/** Shows what the page says of the campaign, and lets the host change it. */
export function Campaign() {
  const source = useHostData(ROUTES.hostCampaign, hostCampaignSchema, TOPICS)
  return source.data === undefined ? (
    <>
      <SectionTop name="Campaign" />
      <DataView source={source} name="the campaign" lines={8}>
        {() => null}
      </DataView>
    </>
  ) : (
    <Editor hostCampaign={source.data} refresh={source.refresh} />
  )
}

interface EditorProps {
  hostCampaign: HostCampaign
  refresh: () => Promise<void>
}

function Editor({ hostCampaign, refresh }: EditorProps) {
  const draft = useDraft(hostCampaign)
  const publishing = usePublish(draft, refresh)
  const { message } = publishing
  return (
    <>
      <SectionTop name="Campaign" lead={describeDraft(draft)} />
      <Actions draft={draft} publishing={publishing} />
      {message && (
        <Notice ariaRole={message.tone === 'error' ? 'alert' : 'status'} tone={message.tone}>
          {message.text}
        </Notice>
      )}
      {draft.conflicts.length > 0 && <Conflicts draft={draft} />}
      <div className={styles.groups}>
        {FIELD_GROUPS.map(({ title, fields }) => (
          <Panel key={title} title={title}>
            <div className={styles.fields}>
              {fields.map((kind) => (
                <CampaignField
                  key={kind.name}
                  kind={kind}
                  value={draft.values[kind.name]}
                  live={draft.live[kind.name]}
                  problem={publishing.problems[kind.name]}
                  lockedBy={lockOf(hostCampaign, fieldOf(kind.name))}
                  onEdit={(value) => draft.edit(kind.name, value)}
                  onPutBack={() => draft.putBack(kind.name)}
                />
              ))}
            </div>
          </Panel>
        ))}
      </div>
    </>
  )
}

function Actions({ draft, publishing }: { draft: DraftView; publishing: Publishing }) {
  const count = draft.changed.length
  if (count === 0) return null
  return (
    <div className={styles.actions}>
      <ConsoleButton onClick={draft.discard}>Discard</ConsoleButton>
      <ConsoleButton
        variant="gold"
        busy={publishing.isBusy}
        disabled={draft.conflicts.length > 0}
        onClick={() => void publishing.publish()}
      >
        Publish {count === 1 ? '1 change' : `${count} changes`}
      </ConsoleButton>
    </div>
  )
}

function describeDraft({ changed, version }: DraftView): string {
  const live = version === 0 ? 'Nothing is published yet' : `Visitors see version ${version}`
  if (changed.length === 0) return `${live}. What you type stays a draft until you publish it.`
  return `${live}. Your draft stays in this tab until you publish it.`
}

function lockOf({ file, locked }: HostCampaign, field: ReturnType<typeof fieldOf>) {
  return file !== null && locked.includes(field) ? file : undefined
}
