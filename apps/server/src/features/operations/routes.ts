/** Binds the administrators' endpoints about the running product. */
import { type ApiContext, os, verified } from '#platform/http/context'
import { decodeCursor, encodeCursor } from '#platform/http/cursor'
import { AppError } from '#platform/http/errors'
import { createQueueReader } from '#operating/metrics/queues'
import type { Database } from '#platform/db/database'
import { presentMail, presentState } from './present.ts'
import { resend, resendAll } from './service.ts'
import type { OwnProcess } from './store.ts'
import { countFailed, listUndelivered } from './views-mails.ts'
import { listProcesses, readDatabase, readOtherQueues } from './views.ts'

const PAGE = 50

interface Deps {
  db: Database
  own: OwnProcess
  /** Where pictures and exports are. */
  filesIn: 'folder' | 'bucket'
}

export function createOperationsRoutes({ db, own, filesIn }: Deps) {
  const readQueues = createQueueReader(db)
  const state = async ({ files }: ApiContext) => {
    const [database, processes, mails, others, failedMails, usage] = await Promise.all([
      readDatabase(db),
      listProcesses(db.read),
      readQueues(),
      readOtherQueues(db.read),
      countFailed(db.read),
      files.usage(),
    ])
    if (!mails) throw new AppError('unavailable', { params: { retry_after: 2 } })
    return presentState({
      own,
      kind: db.kind,
      filesIn,
      database,
      processes,
      mails,
      others,
      failedMails,
      files: usage,
    })
  }
  return {
    state: os.operations.state.handler(({ context }) => state(context)),
    mails: os.operations.mails.handler(async ({ input, context }) => {
      const { limit = PAGE, cursor } = input.query
      const rows = await listUndelivered(context.db.read, cursor ? decodeCursor(cursor) : undefined, limit)
      const items = rows.slice(0, limit)
      const last = rows.length > limit ? items.at(-1) : undefined
      return { items: items.map(presentMail), next_cursor: last ? encodeCursor(last.created_at, last.id) : null }
    }),
    resendMail: os.operations.resendMail.handler(async ({ input, context }) =>
      presentMail(await resend(context, verified(context), input.params.id)),
    ),
    resendMails: os.operations.resendMails.handler(async ({ context }) => ({
      count: await resendAll(context, verified(context)),
    })),
  }
}
