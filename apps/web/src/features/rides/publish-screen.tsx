import { Suspense, use } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import type { Me } from '@samtur/contract/accounts'
import { keepFocusInView } from '#lib/focus-in-view'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { BottomBar } from '#ui/bottom-bar'
import { Page, PageHeader } from '#ui/page'
import { DetourField } from './detour-field.tsx'
import { OverlapDialog } from './overlap-dialog.tsx'
import { PublishCar } from './publish-car.tsx'
import { AttemptedContext, LimitsContext } from './publish-field.tsx'
import { PublishMore } from './publish-more.tsx'
import { PublishMap, PublishPreview } from './publish-preview.tsx'
import { PublishProgress } from './publish-progress.tsx'
import { PublishRoute } from './publish-route.tsx'
import { PublishTerms, PublishTimes } from './publish-terms.tsx'
import { RoadSection } from './road-section.tsx'
import type { PublishValues } from './publish-form.ts'
import { StopSuggestions } from './stop-suggestions.tsx'
import { usePublishForm } from './use-publish-form.ts'
import { WantedLineContext } from './wanted-line.ts'

/** One page with a preview beside it; on a phone three short steps of the same form. */
export function PublishScreen({ me }: { me: Me }) {
  const t = useT()
  const { form, step, attempted, limits, busy, overlap, submit, next, back, prefilled, phone, ...more } =
    usePublishForm(me)
  // Hidden by style only: the fields stay what they are when the window changes its width.
  const onlyIn = (...shown: number[]) => (shown.includes(step) ? '' : 'max-md:hidden')
  const last = step === 2
  const publish = busy ? t('publish.publishing') : t('publish.submit')
  return (
    <FormProvider {...form}>
      <AttemptedContext value={attempted}>
        <LimitsContext value={limits}>
          <Page className="max-md:pt-4!">
            <PageHeader
              title={t('publish.heading')}
              lead={<span className="max-md:hidden">{t('publish.lead')}</span>}
            />
            <PublishProgress step={step} />
            <form ref={keepFocusInView} onSubmit={submit} noValidate>
              <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_23rem] md:items-start">
                <div className="flex min-w-0 flex-col gap-5">
                  <Card
                    as="section"
                    aria-labelledby="publish-trip"
                    padding="lg"
                    className={`p-4.5! sm:p-7! ${onlyIn(0)}`}
                  >
                    <h2 id="publish-trip" className="mb-5 text-xl! max-md:sr-only">
                      {t('publish.trip')}
                    </h2>
                    <PublishRoute />
                    <StopSuggestions />
                    <WantedLine />
                  </Card>
                  <RoadSection className={onlyIn(0)} />
                  <DetourField className={onlyIn(0)} />
                  <Card
                    as="section"
                    aria-labelledby="publish-terms"
                    padding="lg"
                    className={`flex flex-col gap-5 p-4.5! sm:p-7! ${onlyIn(1)}`}
                  >
                    <h2 id="publish-terms" className="text-xl! max-md:sr-only">
                      {t('publish.step_terms')}
                    </h2>
                    <PublishTimes />
                    <PublishTerms />
                    <PublishMore />
                  </Card>
                  <Card
                    as="section"
                    aria-labelledby="publish-car"
                    padding="lg"
                    className={`p-4.5! sm:p-7! ${onlyIn(2)}`}
                  >
                    <h2 id="publish-car" className="mb-5 text-xl! max-md:sr-only">
                      {t('publish.car')}
                    </h2>
                    <PublishCar prefilled={prefilled} phone={phone} />
                  </Card>
                  <Button type="submit" size="lg" busy={busy} className="self-start max-md:hidden">
                    {publish}
                  </Button>
                </div>
                <aside className="flex min-w-0 flex-col gap-4 md:sticky md:top-[calc(var(--bar)+1.5rem)]">
                  <h2 className="text-lg! max-md:hidden">{t('publish.preview')}</h2>
                  <div className="max-md:hidden">
                    <PublishPreview driver={me.profile} />
                  </div>
                  <PublishMap className={onlyIn(0)} />
                </aside>
              </div>
              <BottomBar>
                {step > 0 && (
                  <Button variant="quiet" size="lg" icon="arrow-start" onClick={back}>
                    {t('core.back')}
                  </Button>
                )}
                {last ? (
                  <Button type="submit" size="lg" busy={busy} className="flex-1">
                    {publish}
                  </Button>
                ) : (
                  <Button size="lg" iconEnd="arrow-end" onClick={next} className="flex-1">
                    {t('publish.next')}
                  </Button>
                )}
              </BottomBar>
            </form>
            {overlap && (
              <OverlapDialog
                trip={overlap}
                confirmLabel={t('publish.overlap_publish')}
                onConfirm={more.publishAnyway}
                onClose={more.dismissOverlap}
              />
            )}
          </Page>
        </LimitsContext>
      </AttemptedContext>
    </FormProvider>
  )
}

/** How many people look for a ride this way. */
function WantedLine() {
  const renderLine = use(WantedLineContext)
  const { control } = useFormContext<PublishValues>()
  const [from, stops, to] = useWatch({ control, name: ['from.text', 'stops', 'to.text'] })
  return <Suspense>{renderLine({ places: [from, ...stops.map(({ place }) => place.text), to] })}</Suspense>
}
