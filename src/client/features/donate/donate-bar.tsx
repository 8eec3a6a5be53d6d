import { useEffect, useState, type RefObject } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './donate-bar.module.css'
import type { RankQuoteState } from './amount/use-rank-quote.ts'

export interface DonateBarProps {
  panel: RefObject<Element | null>
  amountCents: number | undefined
  quote: RankQuoteState
  /** Called to take the donor to the panel. */
  onPress: () => void
}

/** Shows a button that leads back to the panel on a phone, while the panel is off the screen. */
export function DonateBar({ panel, amountCents, quote, onPress }: DonateBarProps) {
  const isAway = useIsOffScreen(panel)
  if (!isAway) return null
  const place = quote.state === 'ready' && ` → #${formatCount(quote.rank.position)}`
  return (
    <div className={styles.bar}>
      <Button variant="gold" className={styles.button} onClick={onPress}>
        <span>
          Donate {amountCents !== undefined && formatAmount(amountCents)}
          {place}
        </span>
      </Button>
    </div>
  )
}

/** Returns whether no part of the element is on the screen. */
function useIsOffScreen(element: RefObject<Element | null>): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(([latest]) => {
      if (latest) setAway(!latest.isIntersecting)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isAway
}
