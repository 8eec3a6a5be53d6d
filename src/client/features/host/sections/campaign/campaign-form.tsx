import type { PreviewView } from '#contract/campaign/preview.ts'
import type { HostCampaign } from '#contract/campaign/settings.ts'
import { Panel } from '../../ui/panel.tsx'
import { CampaignField } from './campaign-field.tsx'
import { fieldOf, type ValueName } from './campaign-values.ts'
import styles from './campaign.module.css'
import { FIELD_GROUPS } from './field-groups.ts'
import type { DraftView } from './use-draft.ts'
import type { Publishing } from './use-publish.ts'

interface CampaignFormProps {
  hostCampaign: HostCampaign
  draft: DraftView
  publishing: Publishing
  /** Called when a field gets the focus, with the part of the page that shows its value. */
  onEnter: (view: PreviewView) => void
}

/** The fields of the campaign, in their groups. */
export function CampaignForm({ hostCampaign, draft, publishing, onEnter }: CampaignFormProps) {
  return (
    <div className={styles.groups}>
      {FIELD_GROUPS.map(({ title, fields }) => (
        <Panel key={title} title={title}>
          <div className={styles.fields}>
            {fields.map((kind) => (
              <div key={kind.name} onFocus={() => onEnter(viewOf(kind.name))}>
                <CampaignField
                  kind={kind}
                  value={draft.values[kind.name]}
                  live={draft.live[kind.name]}
                  problem={publishing.problems[kind.name]}
                  isLocked={hostCampaign.locked.includes(fieldOf(kind.name))}
                  onEdit={(value) => draft.edit(kind.name, value)}
                  onPutBack={() => draft.putBack(kind.name)}
                />
              </div>
            ))}
          </div>
        </Panel>
      ))}
    </div>
  )
}

/** The fields that are seen on the board, which stands below the donation panel on a phone. */
const ON_BOARD: ReadonlySet<ValueName> = new Set([
  'boards',
  'crowns',
  'teams',
  'goal.amountCents',
  'goal.milestones',
])

function viewOf(name: ValueName): PreviewView {
  if (ON_BOARD.has(name)) return 'board'
  if (name === 'about') return 'about'
  return name === 'disclaimer.points' ? 'disclaimer' : 'page'
}
