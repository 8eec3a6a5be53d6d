import type { ReactNode } from 'react'

/** Links to a page of somebody else, which learns nothing of ours; nothing without an address. */
export function OutsideLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return null
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
