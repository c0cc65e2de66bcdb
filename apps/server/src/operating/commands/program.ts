/**
 * The commands, their arguments and their help. A command's file is imported when the command runs, because the server would otherwise hold the code
 * of all of them in memory.
 */
import { Command, CommanderError } from 'commander'
import { readVersion } from '../../version.ts'
import { explained } from './sentences.ts'

/** Exit code for arguments that cannot be understood; a command that fails exits with 1. */
const WRONG_USAGE = 2

const settingsHint =
  '\nThe settings come from the environment: `samtur export-config` prints them, and the README describes each.'

/** Runs the command and returns its exit code. Prints one sentence when the operator has to change something first. */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    let code = 0
    await explained(createProgram((result) => (code = result)).parseAsync(args, { from: 'user' }))
    return code
  } catch (error) {
    // The library has printed the help, or what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
    throw error
  }
}

/** Each command calls `end` with its exit code, except the server, which runs on. */
function createProgram(end: (code: number) => void): Command {
  const program = new Command('samtur')
    .description('Runs and administers a Samtur server.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print the help of a command')
    .helpCommand(false)
    .showHelpAfterError()
    .addHelpText('after', settingsHint)
    .exitOverride()
  program
    .command('start')
    .description('serve Samtur until SIGTERM or SIGINT')
    .action(async () => void (await (await import('./start.ts')).startServer()))
  program
    .command('doctor')
    .description('check the settings and everything that they name; changes nothing')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: true }) => end(await (await import('./doctor.ts')).examine(options)))
  program
    .command('migrate')
    .description('bring the database to the schema of this version, as a start does')
    .option('--check', 'print what would run, and exit with 1 when there is something; changes nothing')
    .action(async (options: { check?: true }) => end(await (await import('./migrate.ts')).bringUp(options)))
  addBackupCommands(program, end)
  addAdminCommands(program.command('admin').description('change an account when no administrator can sign in'), end)
  program
    .command('demo')
    .description('fill an empty database with the demo')
    .action(async () => end(await (await import('./demo.ts')).fillDemo()))
  program
    .command('export-config')
    .description('print every setting with its value, as a file of variables')
    .option('--json', 'print JSON')
    .option('--secrets', 'print passwords and keys, too')
    .action(async (options: { json?: true; secrets?: true }) =>
      end((await import('./export-config.ts')).exportConfig(options)),
    )
  return program
}

function addBackupCommands(program: Command, end: (code: number) => void) {
  program
    .command('backup')
    .description('write the database and the pictures to one archive, also while the server runs')
    .argument(
      '[file]',
      'the archive; by default a new one in BACKUP_DIR, where the oldest beyond BACKUP_KEEP are removed',
    )
    .option('--recipient <key>', 'encrypt it for this age key (age1…), in place of BACKUP_RECIPIENT')
    .action(async (file: string | undefined, options: { recipient?: string }) =>
      end(await (await import('./backup.ts')).makeBackup(file, options)),
    )
  program
    .command('restore')
    .description('check an archive, then put its content in the place of the database')
    .argument('<file>', 'the archive')
    .option('--check', 'check the archive only')
    .option('--replace', 'replace a database that has accounts')
    .option('--identity <file>', 'file with the age identity (AGE-SECRET-KEY-1…) of an encrypted archive')
    .option('--erasures-of <archive>', 'erase, too, the accounts that were erased until this newer archive was made')
    .action(async (file: string, options: { check?: true; replace?: true; identity?: string; erasuresOf?: string }) =>
      end(await (await import('./restore.ts')).restoreBackup(file, options)),
    )
}

function addAdminCommands(admin: Command, end: (code: number) => void) {
  const acts = {
    make: 'give the administrator’s role to the account that ADMIN_EMAIL names, once its address is confirmed',
    'lift-factor': 'remove a lost second factor; the person gets a mail and is signed out everywhere',
    'end-sessions': 'sign the person out everywhere',
  } as const
  for (const name of Object.keys(acts) as (keyof typeof acts)[])
    admin
      .command(name)
      .description(acts[name])
      .argument('<email>', 'address of the account')
      .option('--reason <text>', 'kept in the audit log, and mailed to the person by lift-factor')
      .action(async (email: string, options: { reason?: string }) =>
        end(await (await import('./admin.ts')).changeAccount(name, email, options)),
      )
  admin.addHelpText(
    'after',
    '\nUses the database of DATABASE_URL, or else the embedded one in DATA_DIR; stop the server first where it uses the embedded one.',
  )
}
