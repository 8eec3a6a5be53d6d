import type { Feature } from '#server/infra/feature.ts'
import { servePage, type PageOptions } from './page.ts'

export interface PageDeps extends Omit<PageOptions, 'folder' | 'board' | 'writeShareTags'> {
  /** The folder of the built page; undefined leaves `/` to somebody else. */
  pageDir: string | undefined
  leaderboard: PageOptions['board']
  sharing: { writeTags: PageOptions['writeShareTags'] }
}

/** Serves the document with its first view, and the files that it loads. */
export function createPageFeature({ pageDir, leaderboard, sharing, ...deps }: PageDeps): Feature {
  if (pageDir === undefined) return {}
  const { publicUrl, campaign, clock } = deps
  return {
    routes: async (app) =>
      servePage(app, {
        folder: pageDir,
        publicUrl,
        board: leaderboard,
        campaign,
        writeShareTags: sharing.writeTags,
        clock,
      }),
  }
}
