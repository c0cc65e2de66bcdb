/** A signed-in person and the texts, for tests of wanted rides. */
import { wantedPreview } from './dataset.ts'
import { fakeServer, kari, page } from './server.ts'

/** Replaces the network. */
export function wantedServer() {
  return fakeServer({
    me: kari,
    answers: {
      'places.search': () => ({ items: [] }),
      'wanted.own': () => page([]),
      'wanted.preview': () => wantedPreview(),
    },
  })
}
