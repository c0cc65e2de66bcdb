/* i18n-exempt: design gallery */
import { useState } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Combobox } from './combobox.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { Field } from './field.tsx'
import { places, placeTexts } from './gallery-samples.ts'
import { Landscape } from './landscape.tsx'
import type { LandscapeScene } from './landscape-scenery.tsx'
import { Loading, Skeleton, SkeletonText } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'
import { Steps } from './steps.tsx'
import { TextArea } from './text-input.tsx'
import { useToast, useToastHistory } from './toast.tsx'

const scenes: readonly [LandscapeScene, string, string][] = [
  ['rides', 'Ingen turer funnet', 'Prøv en annen dato eller et sted i nærheten.'],
  ['reservations', 'Ingen reservasjoner ennå', 'Finn en tur som passer og spør om plass.'],
  ['chats', 'Ingen samtaler ennå', 'Samtaler begynner med en tur.'],
  ['not-found', 'Fant ikke siden', 'Lenken kan være gammel.'],
  ['error', 'Noe gikk galt', 'Prøv igjen om litt.'],
  ['offline', 'Ingen forbindelse', 'Vi prøver igjen av oss selv.'],
  ['done', 'Turen er publisert', 'Vi sier fra når noen spør om plass.'],
]

function History() {
  const past = useToastHistory()
  return <p className="text-sm text-soft">Siste meldinger: {past.map((toast) => toast.title).join(', ') || 'ingen'}</p>
}

function Dialogs() {
  const toast = useToast()
  const [open, setOpen] = useState<'none' | 'form' | 'confirm'>('none')
  const [place, setPlace] = useState('')
  const found = places.filter((each) => each.label.toLowerCase().includes(place.toLowerCase()))
  const close = () => setOpen('none')
  const sent = () =>
    toast({ tone: 'success', title: 'Reservasjon sendt!', text: 'Sjåføren vil vurdere forespørselen din.' })
  const failed = () => toast({ tone: 'error', title: 'Feil', text: 'Kunne ikke sende reservasjon.' })
  const footer = (
    <>
      <Button variant="quiet" onClick={close}>
        Avbryt
      </Button>
      <Button onClick={failed}>Send forespørsel</Button>
    </>
  )
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button variant="quiet" onClick={() => setOpen('form')}>
        Open dialog
      </Button>
      <Button variant="quiet" onClick={() => setOpen('confirm')}>
        Open question
      </Button>
      <Button variant="quiet" onClick={sent}>
        Toast
      </Button>
      <Button variant="quiet" onClick={failed}>
        Error toast
      </Button>
      <Dialog
        open={open === 'form'}
        onClose={close}
        title="Reserver tur"
        closeLabel="Lukk"
        dirty={place !== ''}
        footer={footer}
      >
        <p className="mb-4 text-soft">Oslo til Trondheim, fredag 27. november kl. 07:00.</p>
        <Field label="Hentested" className="mb-4">
          <Combobox value={place} onChange={setPlace} options={found} texts={placeTexts} />
        </Field>
        <Field label="Melding" note="(valgfritt)">
          <TextArea counter={500} />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Avlyse turen?"
        confirmLabel="Avlys turen"
        cancelLabel="Behold den"
        closeLabel="Lukk"
        variant="danger"
      >
        To passasjerer får beskjed.
      </ConfirmDialog>
    </div>
  )
}

export function GalleryFeedback() {
  return (
    <div className="flex flex-col gap-8">
      <Steps label="Publiser tur, steg 2 av 3" items={['Rute', 'Tid og pris', 'Bil']} current={1} doneLabel="ferdig" />
      <Dialogs />
      <History />
      <div className="grid gap-3 md:grid-cols-2">
        <Alert title="Godt å vite">Turen går på vinterføre.</Alert>
        <Alert tone="success" title="Godkjent">
          Du sitter på med Ingrid.
        </Alert>
        <Alert tone="warning" title="Ikke bekreftet">
          Bekreft e-posten din for å publisere.
        </Alert>
        <Alert tone="danger" title="Kunne ikke laste turene" action={<Button size="sm">Prøv igjen</Button>}>
          Sjekk forbindelsen.
        </Alert>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <Loading label="Laster turer …" className="flex flex-col gap-4">
            <Skeleton className="h-6 w-2/5" />
            <SkeletonText />
            <Skeleton className="h-11 w-full rounded-field" />
          </Loading>
        </Card>
        <Card className="flex items-center justify-center">
          <Spinner label="Laster …" showLabel />
        </Card>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
        {scenes.map(([scene, title, text]) => (
          <Card key={scene}>
            <EmptyState drawing={<Landscape scene={scene} />} title={title} text={text} level="h3" />
          </Card>
        ))}
      </div>
    </div>
  )
}
