/** `samtur export-config`: prints the settings, which are the environment's. */
import { listSettings } from '../../config.ts'

/**
 * Prints a file for `EnvironmentFile=` of systemd, `--env-file` of Node or a shell: settings that are not set are comments with their default. Returns
 * the exit code.
 */
export function exportConfig({ json = false, secrets = false }: { json?: boolean; secrets?: boolean }): number {
  const settings = listSettings({ secrets })
  if (json) console.log(JSON.stringify(settings, null, 2))
  else
    for (const { name, value, fallback = '' } of settings)
      console.log(value === undefined ? `# ${name}=${quote(fallback)}` : `${name}=${quote(value)}`)
  return 0
}

/** Text without blanks, quotes and special characters needs no quotes. A value with a single quote is put into double ones. */
function quote(value: string): string {
  if (/^[\w./:@%+,=…-]*$/.test(value)) return value
  return value.includes("'") ? `"${value.replaceAll(/["$\\`]/g, '\\$&')}"` : `'${value}'`
}
