/** `samtur demo`: fills an empty database with the demo. */
import { createApp } from '../../composition/app.ts'
import { readDemoConfig } from '../../config.ts'
import { fillWithDemo } from '../../demo/demo.ts'
import { Problem } from './sentences.ts'

/** Returns the exit code. Throws Problem where the database has other people, and ConfigError where others could sign in as its administrator. */
export async function fillDemo(): Promise<number> {
  const config = readDemoConfig()
  // It does not listen, and so starts no jobs.
  const app = await createApp({ config, dist: null })
  try {
    const people = await fillWithDemo(app.parts, config)
    if (!people) throw new Problem('The database has accounts of its own: the demo fills an empty one only.')
    console.log(`Demo sign-in: ${people}`)
    return 0
  } finally {
    await app.close()
  }
}
