import { useEffect, useEffectEvent } from 'react'
import { useLanguage, useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { watchBuild } from './new-build.ts'
import { followPerson, keepFiles } from './offline-use.ts'

/** Renders nothing: shows notices, and keeps what an offline visit needs. */
export function Late() {
  const { language } = useLanguage()
  useUpdateOffer()
  useEffect(followPerson, [])
  useEffect(() => void keepFiles(language), [language])
  return null
}

/**
 * Offers a reload for a new version, and never reloads by itself, because people may be typing. Forms restore their drafts after the
 * reload.
 */
function useUpdateOffer() {
  const t = useT()
  const toast = useToast()
  const offer = useEffectEvent(() => {
    const action = { label: t('core.reload'), onSelect: () => location.reload() }
    toast({
      title: t('offline.new_version'),
      text: t('offline.new_version_text'),
      action,
      key: 'new-build',
      stays: true,
    })
  })
  useEffect(() => watchBuild(offer), [])
}
