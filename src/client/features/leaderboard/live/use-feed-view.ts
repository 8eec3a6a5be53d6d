import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { LeaderboardFeed } from './leaderboard-feed.ts'
import type { LeaderboardView } from './leaderboard-view.ts'

type Feed = Pick<LeaderboardFeed, 'subscribe' | 'getView'>

/**
 * Follows a feed's view. Rows come as a transition, which React interrupts for the viewer's input
 * and for frames; the state of the connection and of a pause is shown at once. If views are skipped
 * meanwhile, the next one has their arrivals, too.
 */
export function useFeedView(feed: Feed): LeaderboardView {
  const views = useMemo(() => new FollowedViews(feed.getView()), [feed])
  const [shown, setShown] = useState({ views, index: 0 })
  const index = shown.views === views ? shown.index : views.last
  const view = views.read(index)

  useLayoutEffect(() => views.markShown(index, view), [views, index, view])

  useEffect(() => {
    const show = () => {
      const isUrgent = views.add(feed.getView())
      const update = () => setShown({ views, index: views.last })
      if (isUrgent) update()
      else startTransition(update)
    }
    show()
    return feed.subscribe(show)
  }, [feed, views])

  return view
}

/** Returns a view for somebody who begins to look: what came before then is no news. */
function withoutArrivals(view: LeaderboardView): LeaderboardView {
  const { board } = view
  if (board === null || board.arrivals.length === 0) return view
  return { ...view, board: { ...board, arrivals: [] } }
}

/** The views that came since the shown one. */
class FollowedViews {
  #shown: { index: number; view: LeaderboardView }
  /** The feed's views from the shown one on. */
  #sources: LeaderboardView[]

  constructor(view: LeaderboardView) {
    this.#shown = { index: 0, view: withoutArrivals(view) }
    this.#sources = [view]
  }

  /** The number of the newest view. */
  get last(): number {
    return this.#shown.index + this.#sources.length - 1
  }

  /** Adds a view. Returns true if it must be shown at once. */
  add(view: LeaderboardView): boolean {
    const before = this.#sources.at(-1) ?? this.#shown.view
    if (view !== before) this.#sources.push(view)
    return (
      view.paused !== before.paused ||
      view.status !== before.status ||
      (view.board === null) !== (before.board === null)
    )
  }

  /** Returns a view, with the arrivals of all that came after the shown one. */
  read(index: number): LeaderboardView {
    const offset = index - this.#shown.index
    const source = this.#sources[offset]
    if (offset <= 0 || source === undefined) return this.#shown.view
    const { board } = source
    if (board === null) return source
    const news = this.#sources.slice(0, offset + 1).flatMap(({ board: at }, step, all) => {
      const isNew = step > 0 && at !== null && at.arrivals !== all[step - 1]?.board?.arrivals
      return isNew ? [at.arrivals] : []
    })
    if (news.length === 1 && news[0] === board.arrivals) return source
    const arrivals = news.length === 0 ? (this.#shown.view.board?.arrivals ?? []) : news.flat()
    return { ...source, board: { ...board, arrivals } }
  }

  markShown(index: number, view: LeaderboardView): void {
    const passed = index - this.#shown.index
    if (passed <= 0 || passed >= this.#sources.length) return
    this.#sources.splice(0, passed)
    this.#shown = { index, view }
  }
}
