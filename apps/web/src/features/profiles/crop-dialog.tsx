import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { picture } from '@samtur/contract/constants'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Button, IconButton } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Field } from '#ui/field'
import { Progress } from '#ui/progress'
import { Slider } from '#ui/slider'
import { within, zoomBy, type Crop } from './model.ts'

export interface CropDialogProps {
  /** Address of the picture, upright. */
  src: string
  onClose: () => void
  /** Gets the chosen part; resolves when it has been sent, or could not be. */
  onUse: (crop: Crop, onProgress: (share: number) => void) => Promise<void>
}

const { zoom: range } = picture
/** Pixels on the screen for one press of an arrow. */
const stride = 12

type Movement = { x: number; y: number }
const arrows: Record<string, Movement> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** The sizes are known once the picture is shown. */
const untouched: Crop = { at: { x: 0, y: 0 }, zoom: 1, shown: { width: 1, height: 1 }, circle: 1 }

/** 'Tilpass profilbilde': which part of the picture is shown in the circle. By dragging, by keyboard, or by buttons. */
export function CropDialog({ src, onClose, onUse }: CropDialogProps) {
  const t = useT()
  const [crop, setCrop] = useState<Crop>(untouched)
  const { share, use } = useSending(crop, onUse)
  const busy = share !== undefined
  const change = (changes: Partial<Crop>) => setCrop((before) => ({ ...before, ...changes }))
  const move = ({ x, y }: Movement) =>
    setCrop((before) => ({
      ...before,
      at: within({ ...before, at: { x: before.at.x + x * stride, y: before.at.y + y * stride } }),
    }))
  const zoom = (next: (zoom: number) => number) =>
    setCrop((before) => {
      const after = { ...before, zoom: next(before.zoom) }
      return { ...after, at: within(after) }
    })
  const footer = (
    <>
      <Button variant="quiet" className="max-sm:flex-none!" onClick={onClose}>
        {t('core.cancel')}
      </Button>
      <Button busy={busy} className="max-sm:px-3" onClick={() => void use()}>
        {t('profiles.crop_use')}
      </Button>
    </>
  )
  return (
    <Dialog open dirty onClose={onClose} title={t('profiles.crop_title')} closeLabel={t('core.close')} footer={footer}>
      <div className="flex flex-col gap-4">
        <CropArea src={src} crop={crop} change={change} move={move} zoom={zoom} />
        <div className="flex flex-wrap items-end justify-center gap-x-6 gap-y-3">
          <MoveButtons move={move} />
          <ZoomControl zoom={crop.zoom} change={zoom} />
        </div>
        {busy && <UploadProgress share={share} />}
      </div>
    </Dialog>
  )
}

interface Changes {
  change: (changes: Partial<Crop>) => void
  move: (by: Movement) => void
  zoom: (next: (zoom: number) => number) => void
}

function CropArea({ src, crop, change, move, zoom }: Changes & { src: string; crop: Crop }) {
  const t = useT()
  const helpId = useId()
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    const steps = event.key === '+' ? 1 : event.key === '-' ? -1 : 0
    if (by) move(by)
    else if (steps) zoom((before) => zoomBy(before, steps))
    else return
    event.preventDefault()
  }
  return (
    <>
      <p id={helpId} className="text-soft">
        {t('profiles.crop_text')}
      </p>
      {/* White like the ground of the picture that is sent, in both themes. */}
      <div dir="ltr" className="relative mx-auto aspect-square w-full max-w-72 overflow-hidden rounded-field bg-[#fff]">
        <Cropper
          image={src}
          crop={crop.at}
          zoom={crop.zoom}
          minZoom={range.min}
          maxZoom={range.max}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={(at) => change({ at })}
          onZoomChange={(zoomed) => change({ zoom: zoomed })}
          setMediaSize={({ width, height }) => change({ shown: { width, height } })}
          setCropSize={({ width }) => change({ circle: width })}
          classes={{ cropAreaClassName: cropArea }}
          cropperProps={{
            role: 'application',
            'aria-label': t('profiles.crop_area'),
            'aria-describedby': helpId,
            onKeyDown: press,
          }}
        />
      </div>
    </>
  )
}

// The frame around the whole would cut off a ring that lies outside.
const cropArea = 'focus-visible:outline-3 focus-visible:-outline-offset-4'

function MoveButtons({ move }: Pick<Changes, 'move'>) {
  const t = useT()
  // Turned rather than the arrows along the line of reading, which change with the language.
  const button = (turned: string, label: string, by: Movement) => (
    <IconButton icon="arrow-up" label={label} variant="quiet" className={turned} onClick={() => move(by)} />
  )
  return (
    // Directions on the picture: the same in every language.
    <div role="group" aria-label={t('profiles.crop_move')} dir="ltr" className="flex gap-1.5">
      {button('-rotate-90', t('profiles.crop_left'), { x: -1, y: 0 })}
      {button('', t('profiles.crop_up'), { x: 0, y: -1 })}
      {button('rotate-180', t('profiles.crop_down'), { x: 0, y: 1 })}
      {button('rotate-90', t('profiles.crop_right'), { x: 1, y: 0 })}
    </div>
  )
}

function ZoomControl({ zoom, change }: { zoom: number; change: Changes['zoom'] }) {
  const t = useT()
  const format = useFormat()
  const rounded = zoomBy(zoom, 0)
  const by = (steps: number) => () => change((before) => zoomBy(before, steps))
  return (
    <div className="flex min-w-56 flex-1 items-end gap-1.5">
      <IconButton icon="minus" label={t('profiles.crop_zoom_out')} variant="quiet" onClick={by(-1)} />
      <Field label={t('profiles.crop_zoom')} className="flex-1">
        <Slider
          {...range}
          value={rounded}
          onChange={(next) => change(() => next)}
          aria-valuetext={t('profiles.crop_zoom_value', { zoom: format.rating(rounded) })}
        />
      </Field>
      <IconButton icon="plus" label={t('profiles.crop_zoom_in')} variant="quiet" onClick={by(1)} />
    </div>
  )
}

function UploadProgress({ share }: { share: number }) {
  const t = useT()
  const percent = Math.round(share * 100)
  // Into view, and there while the buttons below it are pressed.
  const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
  return (
    <div ref={scrollTo} role="status" className="scroll-mb-4">
      <Progress label={t('profiles.uploading')} value={share} text={t('profiles.upload_share', { percent })} />
    </div>
  )
}

/** One at a time; `share` is there while something is on its way. */
function useSending(crop: Crop, onUse: CropDialogProps['onUse']) {
  const [share, setShare] = useState<number>()
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => void (shown.current = false)
  }, [])
  const use = async () => {
    setShare(0)
    await onUse(crop, setShare)
    if (shown.current) setShare(undefined)
  }
  return { share, use }
}
