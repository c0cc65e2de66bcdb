/** A signed-in person and the texts, for tests of wanted rides. */
import { beforeAll } from 'vitest'
import { setLanguage } from '#lib/i18n'
import { wantedPreview } from './dataset.ts'
import { fakeServer, kari, page } from './server.ts'

/** Replaces the network, and loads the texts. */
export function wantedServer() {
  beforeAll(async () => {
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
