/** The bell in the bar, the list of notifications, and their settings. */
import { expect, type Locator } from '@playwright/test'
import type { MessageId } from '@samtur/i18n/translate'
import type { Person } from '../person.ts'
import { containing } from '../texts.ts'

export class NotificationScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  get bell(): Locator {
    return this.#person.nav.bar.getByRole('button', { name: containing(this.#person.t('nav.notifications')) })
  }

  async expectUnread(count: number) {
    const { t } = this.#person
    const name = count === 0 ? t('nav.notifications') : t('nav.notifications_unread', { count })
    await expect(this.bell).toHaveAccessibleName(name)
  }

  /** The list below the bell. */
  get newest(): Locator {
    return this.#person.nav.bar.getByRole('list', { name: this.#person.t('notifications.title') })
  }

  get readAll(): Locator {
    return this.#person.page
      .getByRole('button', { name: this.#person.t('notifications.read_all') })
      .filter({ visible: true })
  }

  /** A row of the page's list. */
  row(text: string): Locator {
    return this.#person.page.getByRole('main').getByRole('link', { name: containing(text) })
  }

  /** Shows the kinds of a subject. */
  async customise(group: MessageId & `notifications.group_${string}`) {
    const { page, t } = this.#person
    const row = page.getByRole('listitem').filter({ hasText: t(group as 'notifications.group_rides') })
    await row.getByRole('button').click()
  }

  toggle(channel: 'email' | 'push', kind: MessageId & `notifications.kind_${string}`): Locator {
    const { page, t } = this.#person
    const of = t(channel === 'email' ? 'notifications.by_email' : 'notifications.by_push')
    return page.getByRole('switch', { name: `${of}: ${t(kind as 'notifications.kind_ride_changed')}` })
  }

  async openSettings() {
    const { t } = this.#person
    await this.#person.open('/notifications?tab=settings')
    await expect(this.#person.page.getByRole('heading', { name: t('notifications.kinds_title') })).toBeVisible()
  }
}
