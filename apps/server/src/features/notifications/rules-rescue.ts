/** What a mail and a push message say of other ways to travel, where a trip ended without the reader's doing. */
import { firstName } from '@samtur/contract/names'
import type { NotificationParams } from '@samtur/contract/notifications'
import { paths, ridePath } from '@samtur/contract/paths'
import type { Rescue } from '@samtur/contract/rescue'
import type { Ride } from '@samtur/contract/rides'
import type { Language, Translate } from '@samtur/i18n/translate'
import type { Links } from '#platform/mail/layout'
import { dayAndTime } from '#platform/mail/times'

type Lost = { reservation_id: string } | { waiting_id: string }

/** Looks up the other ways as they are now; undefined for another person's trip. A later slice provides it. */
export type FindRescue = (userId: string, lost: Lost) => Promise<Rescue | undefined>

/** Returns which trip of the reader's has ended; undefined where the notification is of something else. */
export function lostBy({ reservation_id, waiting_id }: NotificationParams): Lost | undefined {
  if (reservation_id !== undefined) return { reservation_id }
  return waiting_id === undefined ? undefined : { waiting_id }
}

/** Returns the links of a mail: the rides, the planner, and the page on which one press keeps a search. */
export function rescueLinks(t: Translate, language: Language, rescue: Rescue, origin: string): Links | undefined {
  const { rides, planner, wanted } = rescue
  if (rides.length === 0 && !planner) return undefined
  return {
    title: t('mails.rescue_title'),
    items: [
      ...rides.map((ride) => ({
        label: t('mails.rescue_ride', valuesOf(language, ride)),
        url: origin + pathOf(ride),
      })),
      ...(planner ? [{ label: t('mails.rescue_planner', { planner: planner.name }), url: planner.url }] : []),
      ...(wanted ? [] : [{ label: t('mails.rescue_wanted'), url: origin + paths.notifications }]),
    ],
  }
}

/** Returns the sentence of a push message about the first ride; undefined where there is none. */
export function rescueSentence(t: Translate, language: Language, { rides: [first] }: Rescue): string | undefined {
  return first && t('mails.rescue_first', valuesOf(language, first))
}

const valuesOf = (language: Language, { driver, section }: Ride) => ({
  name: firstName(driver.full_name),
  time: dayAndTime(language, section.departure_time),
})

function pathOf({ id, section: { from_position, to_position }, detour }: Ride): string {
  const by = detour ? `&detour_place_id=${detour.place_id}&detour_end=${detour.end}` : ''
  return ridePath(id, { from_position, to_position }) + by
}
