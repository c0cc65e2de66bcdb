/** Every text that the specification gives for a screen, a state or a message: sections 2, 5 and 8, and the wording in 3, 4 and 9. */
import { accounts } from './accounts.ts'
import { reports, supportDashboard } from './administration.ts'
import { chat, chatFailures, chatSuccesses } from './chat.ts'
import { help, information } from './help.ts'
import { pictures, profiles } from './profiles.ts'
import { ratings, reservations } from './reservations.ts'
import { publishing, rides } from './rides.ts'
import { site } from './site.ts'
import type { Place, Places, Words } from './words.ts'

export const specification = {
  site,
  rides,
  publishing,
  reservations,
  ratings,
  profiles,
  pictures,
  chat,
  chatFailures,
  chatSuccesses,
  reports,
  supportDashboard,
  help,
  information,
  accounts,
} satisfies Record<string, Places>

/** Returns all texts of a place. */
export function wordsOf({ shows = [], toast }: Place): Words[] {
  const inToast = toast ? [toast.title, toast.text] : []
  return [...shows, ...inToast].filter((words) => words !== undefined)
}
