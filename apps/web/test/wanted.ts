/** A signed-in person and the texts, for tests of wanted rides. */
import { beforeAll } from 'vitest'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { wantedPreview } from './dataset.ts'
import { fakeServer, kari, page } from './server.ts'

/** Replaces the network, and loads the texts. */
export function wantedServer() {
  beforeAll(async () => {
    await needCatalogues([
      'core',
      'errors',
      'conflicts',
      'fields',
      'nav',
      'places',
      'posts',
      'rescue',
      'rides',
      'search',
      'wanted',
    ])
    await setLanguage('no')
  })
  return fakeServer({
    me: kari,
    answers: {
      'places.search': () => ({ items: [] }),
      'wanted.own': () => page([]),
      'wanted.preview': () => wantedPreview(),
    },
  })
}
