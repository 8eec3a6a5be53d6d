import type { Feature } from '#server/infra/feature.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { servePage, type PageOptions } from './page.ts'
import { servePreview } from './preview-document.ts'

export interface PageDeps extends Omit<
  PageOptions,
  'folder' | 'board' | 'writeShareTags' | 'writeRecapTags' | 'findShared'
> {
  /** The folder of the built page; undefined leaves `/` to somebody else. */
  pageDir: string | undefined
  leaderboard: PageOptions['board']
  sharing: {
    writeTags: PageOptions['writeShareTags']
    writeRecapTags: PageOptions['writeRecapTags']
    findDonation: PageOptions['findShared']
  }
  requireHost: RequireHost
}

/** Serves the document with its first view, and the files that it loads. */
export function createPageFeature(all: PageDeps): Feature {
  const { pageDir, leaderboard, sharing, requireHost, ...deps } = all
  if (pageDir === undefined) return {}
  const { publicUrl, campaign, sums, clock } = deps
  return {
    routes: async (app) => {
      servePreview(app, { folder: pageDir, publicUrl, requireHost })
      await servePage(app, {
        folder: pageDir,
        publicUrl,
        board: leaderboard,
        campaign,
        sums,
        writeShareTags: sharing.writeTags,
        writeRecapTags: sharing.writeRecapTags,
        findShared: sharing.findDonation,
        clock,
      })
    },
  }
}
