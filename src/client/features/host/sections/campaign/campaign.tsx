import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { PreviewView } from '#contract/campaign/preview.ts'
import { hostCampaignSchema, type HostCampaign } from '#contract/campaign/settings.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { Notice } from '#client/ui/notice.tsx'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { ConsoleButton } from '../../ui/console-button.tsx'
import { DataView } from '../../ui/data-view.tsx'
import { useMinWidth } from '../../ui/use-min-width.ts'
import { SectionTop } from '../section-top.tsx'
import { CampaignForm } from './campaign-form.tsx'
import styles from './campaign.module.css'
import { Conflicts } from './conflicts.tsx'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { useDraft, type DraftView } from './use-draft.ts'
import { usePublish } from './use-publish.ts'

const TOPICS: readonly ChangeTopic[] = ['campaign']

/** The least window with room for form and preview beside each other, as the styles have it. */
const BESIDE = '72rem'

/** Shows what the page says of the campaign, and lets the host change it. */
export function Campaign() {
  const source = useHostData(HOST_ROUTES.campaign, hostCampaignSchema, TOPICS)
  return source.data === undefined ? (
    <>
      <SectionTop name="Campaign" />
      <DataView source={source} name="the campaign" lines={8} bringsPanels>
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
  const isWide = useMinWidth(BESIDE)
  const [isPreviewing, setPreviewing] = useState(false)
  const [view, setView] = useState<PreviewView>('page')
  const form = useRef<HTMLDivElement>(null)
  const { message } = publishing
  const { campaign } = hostCampaign

  async function publish(): Promise<void> {
    if (!(await publishing.publish())) return
    // At once, because a hidden field cannot have the focus.
    flushSync(() => setPreviewing(false))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const isDraft = draft.changed.length > 0
  const toggle = !isWide && <PreviewToggle isOn={isPreviewing} onSwitch={setPreviewing} />
  return (
    <>
      <SectionTop name="Campaign" lead={`${describeDraft(draft)}${describeFile(hostCampaign)}`}>
        {!isDraft && toggle}
      </SectionTop>
      {isDraft && (
        <Actions draft={draft} isBusy={publishing.isBusy} onPublish={() => void publish()}>
          {toggle}
        </Actions>
      )}
      {message && (
        <Notice ariaRole={message.tone === 'error' ? 'alert' : 'status'} tone={message.tone}>
          {message.text}
        </Notice>
      )}
      {draft.conflicts.length > 0 && <Conflicts draft={draft} />}
      <div className={styles.editor}>
        <div ref={form} hidden={isPreviewing && !isWide}>
          <CampaignForm {...{ hostCampaign, draft, publishing }} onEnter={setView} />
        </div>
        {(isWide || isPreviewing) && (
          <PreviewPanel {...{ campaign, draft, view }} onView={setView} />
        )}
      </div>
    </>
  )
}

interface PreviewToggleProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

/** Shows the preview in place of the form, where there is no room for both. */
function PreviewToggle({ isOn, onSwitch }: PreviewToggleProps) {
  return (
    <ConsoleButton className={styles.toggle} aria-pressed={isOn} onClick={() => onSwitch(!isOn)}>
      Preview
    </ConsoleButton>
  )
}

interface ActionsProps {
  draft: DraftView
  isBusy: boolean
  onPublish: () => void
  /** The actions that need no draft. */
  children: ReactNode
}

/** Publishes or discards the draft. */
function Actions({ draft, isBusy, onPublish, children }: ActionsProps) {
  const count = draft.changed.length
  return (
    <div className={styles.actions}>
      {children}
      <ConsoleButton onClick={draft.discard}>Discard</ConsoleButton>
      <ConsoleButton
        variant="gold"
        busy={isBusy}
        disabled={draft.conflicts.length > 0}
        onClick={onPublish}
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

/** Names the file without its folders, which are nothing to the host's team. */
function describeFile({ file, locked }: HostCampaign): string {
  if (file === null || locked.length === 0) return ''
  return ` What ${file.split('/').at(-1)} sets is locked here.`
}
