import { usePlace } from '../../router/router.ts'
import { DonationList } from './list/donation-list.tsx'
import { DONATIONS_PATH } from './paths.ts'
import { StoryPage } from './story/story-page.tsx'

/** Shows the donations, or at an address below all that happened to one. */
export function Donations() {
  const { path } = usePlace()
  const id = path.slice(DONATIONS_PATH.length + 1)
  return id === '' ? <DonationList /> : <StoryPage key={id} id={decodeURIComponent(id)} />
}
