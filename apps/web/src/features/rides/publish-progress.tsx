import { useT } from '#lib/i18n'
import { Steps } from '#ui/steps'
import { steps } from './publish-form.ts'

/** Where one is on the way through the steps; they exist on a phone only. */
export function PublishProgress({ step }: { step: number }) {
  const t = useT()
  const label = t('publish.step', { number: step + 1, count: steps.length })
  return (
    <div id="publish-step" tabIndex={-1} aria-label={label} role="group" className="mb-5 md:hidden">
      <Steps
        label={label}
        items={[t('publish.step_route'), t('publish.step_terms'), t('publish.step_car')]}
        current={step}
        doneLabel={t('publish.step_done')}
      />
    </div>
  )
}
