import { useState } from 'react'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/choice'
import { Dialog } from '#ui/dialog'
import { CopyButton } from './copy-button.tsx'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

/** Shows the recovery codes, which is possible only once. Asks for a confirmation when it is closed before the codes were copied or saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const t = useT()
  const [kept, setKept] = useState(false)
  const [warned, setWarned] = useState(false)
  const close = () => {
    if (kept || warned) onClose()
    else setWarned(true)
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('security.codes_title')}
      closeLabel={t('core.close')}
      dirty
      footer={<Button onClick={close}>{t('security.codes_done')}</Button>}
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft">{t('security.codes_lead')}</p>
        <CodeSheet codes={codes} />
        <div className="flex flex-wrap gap-2.5">
          <CopyButton text={codes.join('\n')} label={t('security.codes_copy')} done={t('security.codes_copied')} />
          <DownloadButton codes={codes} />
          <Button variant="quiet" size="sm" onClick={() => window.print()}>
            {t('security.codes_print')}
          </Button>
        </div>
        <Checkbox label={t('security.codes_kept')} checked={kept} onChange={(event) => setKept(event.target.checked)} />
        {warned && !kept && (
          <Alert tone="danger" live title={t('security.codes_warning')}>
            {t('security.codes_warning_text')}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}

/** What is printed of the page. */
function CodeSheet({ codes }: { codes: readonly string[] }) {
  const t = useT()
  return (
    <div data-print-sheet className="rounded-field border border-line bg-sunk p-4">
      <p className="mb-3 hidden font-semibold print:block">
        <SheetTitle />
      </p>
      <ol aria-label={t('security.codes_list')} className="grid grid-cols-2 gap-x-6 gap-y-2">
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr" className="text-base select-all sm:text-lg">
              {code}
            </code>
          </li>
        ))}
      </ol>
    </div>
  )
}

function SheetTitle() {
  return useSheetTitle()
}

/** Whose codes these are, and from when: a sheet without that is of no use in a drawer. */
function useSheetTitle() {
  const t = useT()
  const format = useFormat()
  const { me } = useSession()
  const [today] = useState(() => new Date().toISOString())
  return t('security.codes_sheet', { name: PRODUCT_NAME, email: me?.email ?? '', date: format.longDate(today) })
}

function DownloadButton({ codes }: { codes: readonly string[] }) {
  const t = useT()
  const title = useSheetTitle()
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${title}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${t('security.codes_file')}.txt`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Button variant="quiet" size="sm" icon="download" onClick={save}>
      {t('security.codes_download')}
    </Button>
  )
}
