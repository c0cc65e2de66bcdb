import { useState } from 'react'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useLatePart } from '#lib/late-part'
import { usePersonName } from '#lib/person-name'
import { useSession } from '#lib/session'
import { useShare, type Shared } from '#lib/share'
import { DisclosureMenu, type MenuItem } from '#ui/disclosure-menu'
import { Icon } from '#ui/icon'
import type { Concern } from './report-person-dialog.tsx'

const loadReportDialog = async () => (await import('./report-person-dialog.tsx')).ReportPersonDialog
const loadBlockDialog = async () => (await import('./block-person-dialog.tsx')).BlockPersonDialog

export interface PersonMenuProps {
  /** Whose profile, ride or wanted ride it is. A visitor does not know the id of everybody. */
  person: { id: string | null; full_name: string }
  shared: Shared
  /** What of the person a report is about, such as a ride. */
  concerns?: Concern
}

/** A menu to share a page, and to block or report the person whose page it is. Visitors report with the help form. */
export function PersonMenu({ person, shared, concerns }: PersonMenuProps) {
  const t = useT()
  const { me } = useSession()
  const share = useShare()
  const name = usePersonName()(person.full_name)
  const [question, ask] = useState<'report' | 'block'>()
  const reporting = useLatePart(loadReportDialog)
  const blocking = useLatePart(loadBlockDialog)
  const { id } = person
  if (me?.id === id) return null
  const report: MenuItem = { key: 'report', icon: 'flag', label: t('report.report') }
  const items: MenuItem[] = [
    { key: 'share', icon: 'share', label: t('report.share'), onSelect: () => void share(shared) },
  ]
  // A deleted account can be neither blocked nor reported. Administrators do neither: they decide about reports.
  if (!me) items.push({ ...report, to: `${paths.helpSupport}?tab=contact` })
  else if (me.role !== 'admin' && id && person.full_name)
    items.push(
      { key: 'block', icon: 'block', label: t('report.block'), onSelect: () => blocking.open(() => ask('block')) },
      { ...report, onSelect: () => reporting.open(() => ask('report')) },
    )
  const close = () => ask(undefined)
  return (
    <>
      <DisclosureMenu
        plain
        align="end"
        label={<Icon name="more" size={22} />}
        name={t('report.menu', { name })}
        items={items}
        buttonClassName="inline-flex size-11 shrink-0 items-center justify-center rounded-field text-soft hover:bg-sunk hover:text-text"
      />
      {reporting.Part && id && question === 'report' && (
        <reporting.Part userId={id} name={name} concerns={concerns} onClose={close} />
      )}
      {blocking.Part && id && question === 'block' && <blocking.Part userId={id} name={name} onClose={close} />}
    </>
  )
}
