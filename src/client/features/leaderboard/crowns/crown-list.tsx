import { CROWN_RULES, titleOf, type CrownKind } from '#contract/crown-rules.ts'
import type { Crown, Holding } from '#contract/crowns.ts'
import { describeHeld, describeValue } from '#client/lib/crown-text.ts'
import { LOCALE } from '#client/lib/format.ts'
import { formatMoment, formatMomentRange } from '#client/lib/moments.ts'
import { CrownGlyph } from '#client/ui/crown-glyph.tsx'
import styles from './crowns.module.css'

export interface CrownListProps {
  crowns: readonly Crown[]
  /** True for the crowns of a round. */
  inRound: boolean
  /** The time since the server told of them, ms: reigns go on. */
  sinceMs?: number
  /** True if all are of one holder, who is named elsewhere. */
  isOfOne?: boolean
  /** True if rules and histories are open from the start. */
  isOpen?: boolean
}

/** Lists crowns with their holders; each opens its rule and those who held it before. */
export function CrownList({
  crowns,
  inRound,
  sinceMs = 0,
  isOfOne = false,
  isOpen = false,
}: CrownListProps) {
  return (
    <ul className={styles.crowns}>
      {crowns.map((crown) => (
        <li key={crown.kind}>
          <details className={styles.crown} open={isOpen}>
            <summary>
              <CrownGlyph isFirst={crown.kind === 'reigning'} />
              <span className={styles.what}>
                <span className={styles.title}>{titleOf(crown.kind, inRound)}</span>
                {!isOfOne && <bdi className={styles.holder}>{crown.name}</bdi>}
              </span>
              <span className={styles.value}>{describeHeld(crown, sinceMs)}</span>
            </summary>
            <p className={styles.rule}>{CROWN_RULES[crown.kind].rule}</p>
            <History crown={crown} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function History({ crown: { kind, history, changes } }: { crown: Crown }) {
  const hidden = changes - history.length
  return (
    <>
      <ol className={styles.history} aria-label="Holders, the latest first">
        {history.map((holding) => (
          <li key={holding.from}>
            <bdi className={styles.holder}>{holding.name}</bdi>
            <span className={styles.span}>
              {kind === 'longest-reign' &&
                `${holding.to === null ? 'Has held' : 'Held'} this crown `}
              <span lang={LOCALE}>{describeSpan(holding)}</span>
            </span>
            <span className={styles.value}>{describeFeat(kind, holding.value)}</span>
          </li>
        ))}
      </ol>
      {hidden > 0 && <p className={styles.rule}>And {hidden} more before them.</p>}
    </>
  )
}

/** Says what won a crown; of a reign that it led, for its crown was held for another time. */
function describeFeat(kind: CrownKind, value: number): string {
  const feat = describeValue(kind, value)
  return kind === 'longest-reign' ? `Led for ${feat}` : feat
}

/**
 * Says from when to when somebody held a crown. That of the longest reign passes only when another
 * reign has become longer, so its span is not that of the reign.
 */
function describeSpan({ from, to }: Pick<Holding, 'from' | 'to'>): string {
  const start = Date.parse(from)
  return to === null ? `since ${formatMoment(start)}` : formatMomentRange(start, Date.parse(to))
}
