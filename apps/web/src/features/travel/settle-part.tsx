import { useId } from 'react'
import { firstName } from '@samtur/contract/names'
import type { Companion } from '@samtur/contract/travel'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { readablePhone } from '#lib/readable'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { useToast } from '#ui/toast'
import { amountOf } from './model.ts'

/** What both need to settle outside of the product: the number and the amount, to be copied. Nothing of it is stored. */
export function SettlePart({ companion }: { companion: Companion }) {
  const t = useT()
  const format = useFormat()
  const titleId = useId()
  const copy = useCopy()
  const amount = amountOf(companion)
  const { phone, full_name } = companion.person
  if (!amount) return null
  return (
    <Card as="section" aria-labelledby={titleId} padding="sm" className="flex flex-col gap-2">
      <h3 id={titleId} className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
        {t('travel.settle_title', { name: firstName(full_name) })}
      </h3>
      <p className="flex flex-wrap gap-x-4">
        <bdi className="font-semibold">{format.price(amount, companion.currency).text}</bdi>
        {phone && <bdi className="tabular">{readablePhone(phone)}</bdi>}
      </p>
      <div className="flex flex-wrap gap-2.5">
        {phone && (
          <Button variant="quiet" icon="copy" onClick={() => void copy(phone)}>
            {t('travel.copy_number')}
          </Button>
        )}
        <Button variant="quiet" icon="copy" onClick={() => void copy(String(amount))}>
          {t('travel.copy_amount')}
        </Button>
      </div>
    </Card>
  )
}

function useCopy() {
  const t = useT()
  const toast = useToast()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: t('travel.copied_text', { text }), tone: 'success', key: 'settle' })
    } catch {
      toast({ title: t('travel.copy_yourself'), text, tone: 'info', key: 'settle' })
    }
  }
}
