/**
 * Sets the schema library up before the first schema exists. In a browser it must not generate code: the content security policy forbids
 * that and reports even an attempt.
 */
import { config, z } from 'zod'

config({ jitless: 'document' in globalThis })

export { z }
