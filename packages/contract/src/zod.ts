/**
 * The schema library, set up before the first schema exists. In a browser it must not make code out of text: the content security
 * policy forbids that, and even trying is reported.
 */
import { config, z } from 'zod'

config({ jitless: 'document' in globalThis })

export { z }
