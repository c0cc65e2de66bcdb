/** A person with a browser context of their own, a language, and the screens they use. */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { AdminScreens } from './pages/admin.ts'
import { AuthScreen } from './pages/auth.ts'
import { ChatScreen } from './pages/chat.ts'
import { HelpScreens } from './pages/help.ts'
import { ModerationScreens } from './pages/moderation.ts'
import { MyDataScreen } from './pages/my-data.ts'
import { Nav } from './pages/nav.ts'
import { NotificationScreens } from './pages/notifications.ts'
import { ProfileScreens } from './pages/profile.ts'
import { PublishScreen } from './pages/publish.ts'
import { ReservationScreens } from './pages/reservations.ts'
import { RideScreens } from './pages/rides.ts'
import { SecurityScreen } from './pages/security.ts'
import { WantedScreens } from './pages/wanted.ts'
import { testPassword, type Server } from './server.ts'
import type { Language, Translate } from './texts.ts'
import type { Watch } from './watch.ts'

interface Parts {
  page: Page
  context: BrowserContext
  t: Translate
  language: Language
  server: Server
  watch: Watch
  name: string
  email: string
  id: string | undefined
}

export class Person {
  readonly page: Page
  readonly context: BrowserContext
  readonly t: Translate
  readonly language: Language
  readonly server: Server
  readonly watch: Watch
  readonly name: string
  readonly email: string
  /** Known for people who were members before the test. */
  readonly id: string | undefined
  readonly password = testPassword
  readonly nav: Nav
  readonly auth: AuthScreen
  readonly rides: RideScreens
  readonly publish: PublishScreen
  readonly reservations: ReservationScreens
  readonly profile: ProfileScreens
  readonly chat: ChatScreen
  readonly admin: AdminScreens
  readonly help: HelpScreens
  readonly moderation: ModerationScreens
  readonly myData: MyDataScreen
  readonly security: SecurityScreen
  readonly notifications: NotificationScreens
  readonly wanted: WantedScreens
  #closing: Promise<void> | undefined

  constructor({ page, context, t, language, server, watch, name, email, id }: Parts) {
    this.page = page
    this.context = context
    this.t = t
    this.language = language
    this.server = server
    this.watch = watch
    this.name = name
    this.email = email
    this.id = id
    this.nav = new Nav(this)
    this.auth = new AuthScreen(this)
    this.rides = new RideScreens(this)
    this.publish = new PublishScreen(this)
    this.reservations = new ReservationScreens(this)
    this.profile = new ProfileScreens(this)
    this.chat = new ChatScreen(this)
    this.admin = new AdminScreens(this)
    this.help = new HelpScreens(this)
    this.moderation = new ModerationScreens(this)
    this.myData = new MyDataScreen(this)
    this.security = new SecurityScreen(this)
    this.notifications = new NotificationScreens(this)
    this.wanted = new WantedScreens(this)
  }

  /** Opens another tab for the same person. */
  async newTab(): Promise<Person> {
    return new Person({ ...this, page: await this.context.newPage() })
  }

  /** Closes the browser, once. What the test began in an event is read before, and requests that it still answers are no failure. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close() {
    await this.watch.settle()
    const routed = [this.context, ...this.context.pages()]
    await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
    await this.context.close()
  }

  /** Opens an address and waits until the page has its title and responds. */
  async open(path: string) {
    await this.page.goto(this.server.url + path)
    await expect(this.heading).toBeVisible()
    await this.listening()
  }

  /** Waits until the scripts run, because a page from the server can be read before. */
  async listening() {
    await expect(this.page.locator('html[data-ready]')).toBeAttached()
  }

  get heading(): Locator {
    return this.page.getByRole('main').getByRole('heading', { level: 1 })
  }

  /** The newest toast with this text. */
  toast(text: string | RegExp): Locator {
    return this.page
      .getByRole('region', { name: this.t('core.messages') })
      .getByText(text)
      .last()
  }

  async expectToast(text: string | RegExp) {
    await expect(this.toast(text)).toBeVisible()
  }
}
