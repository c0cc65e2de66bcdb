import { useEffect, useRef, useState, type ComponentType } from 'react'
import { picture } from '@samtur/contract/constants'
import type { OwnProfile } from '@samtur/contract/profiles'
import { useFileDrop } from '#lib/file-drop'
import { decodeImage, newCanvas, toJpeg } from '#lib/images'
import { useT } from '#lib/i18n'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { useClearToast, useToast } from '#ui/toast'
import type { CropDialogProps } from './crop-dialog.tsx'
import { placeIn, problemOf, type Crop } from './model.ts'
import { usePictureText } from './picture-text.ts'
import { uploadPicture } from './queries.ts'
import { RemovePicture } from './remove-picture.tsx'

/** The own picture, and how to get another one: chosen, dropped here, cropped, sent. */
export function PictureEditor({ profile }: { profile: OwnProfile }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const chosen = useChosenPicture()
  const { over, ...drop } = useFileDrop(([file]) => chosen.take(file))
  const { profile_picture: current } = profile
  const button = useFocusAfterRemoval(current)
  return (
    <div {...drop} className="flex flex-col items-center gap-2 text-start">
      <span
        className={`relative rounded-full ${over ? 'outline-3 outline-offset-4 outline-brand outline-dashed' : ''}`}
      >
        <Avatar name={profile.full_name} src={current} size="xl" alt={current ? t('profiles.picture_own') : ''} />
        {over && <span className={dropHint}>{t('profiles.picture_drop')}</span>}
      </span>
      <div className="flex flex-wrap justify-center gap-x-1 sm:flex-col">
        <Button
          ref={button}
          variant="ghost"
          size="sm"
          icon="image"
          busy={chosen.reading}
          onClick={() => input.current?.click()}
        >
          {current ? t('profiles.picture_change') : t('profiles.picture_choose')}
        </Button>
        {current && <RemovePicture />}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          chosen.take(currentTarget.files?.[0])
          // The same file again is a choice too.
          currentTarget.value = ''
        }}
      />
      {chosen.dialog}
    </div>
  )
}

const dropHint =
  'absolute inset-0 flex items-center justify-center rounded-full bg-surface/90 p-3 text-center text-sm font-semibold'

/** The button that took the picture away goes with it: the focus goes to the one that is left. */
function useFocusAfterRemoval(current: string | null) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(current)
  useEffect(() => {
    if (before.current && !current && document.activeElement === document.body) button.current?.focus()
    before.current = current
  }, [current])
  return button
}

interface Opened {
  Dialog: ComponentType<CropDialogProps>
  source: HTMLCanvasElement
  src: string
}

/** From a file to the dialog that crops it; the dialog's code is fetched for the first one. */
function useChosenPicture() {
  const [reading, setReading] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const sending = useRef<AbortController>(undefined)
  const { refuse, fail, succeed, forget } = useTelling()

  const open = async (file: File) => {
    setReading(true)
    forget()
    try {
      const [{ CropDialog }, source] = await Promise.all([import('./crop-dialog.tsx'), decodeImage(file, longestSide)])
      const src = URL.createObjectURL(await toJpeg(source, picture.compressQuality))
      setOpened({ Dialog: CropDialog, source, src })
    } catch (error) {
      fail(error)
    } finally {
      setReading(false)
    }
  }
  const take = (file: File | undefined) => {
    if (!file || reading || opened) return
    const problem = problemOf(file)
    if (problem) refuse(problem)
    else void open(file)
  }
  const close = () => {
    sending.current?.abort()
    if (opened) URL.revokeObjectURL(opened.src)
    setOpened(undefined)
  }
  const send = async (crop: Crop, onProgress: (share: number) => void) => {
    if (!opened) return
    const { signal } = (sending.current = new AbortController())
    try {
      await uploadPicture(await cropped(opened.source, crop), onProgress, signal)
      close()
      succeed()
    } catch (error) {
      // Closing the dialog is a change of mind, not a failure.
      if (!signal.aborted) fail(error)
    }
  }
  return { reading, take, dialog: opened && <opened.Dialog src={opened.src} onClose={close} onUse={send} /> }
}

/** Enough for a sharp picture at the greatest zoom, little enough for a phone's memory. */
const longestSide = 2000

function cropped(source: HTMLCanvasElement, crop: Crop) {
  const { canvas, context } = newCanvas(picture.side, picture.side)
  const { x, y, width, height } = placeIn(picture.side, crop)
  context.drawImage(source, x, y, width, height)
  return toJpeg(canvas, picture.cropQuality)
}

function useTelling() {
  const t = useT()
  const toast = useToast()
  const clear = useClearToast()
  const { problemText, reasonText } = usePictureText()
  const complain = (text: string) => toast({ tone: 'error', title: t('core.error_title'), text, key: 'picture' })
  return {
    /** A better file is there. */
    forget: () => clear('picture'),
    refuse: (problem: Parameters<typeof problemText>[0]) => complain(problemText(problem)),
    fail: (error: unknown) => complain(t('profiles.picture_failed', { reason: reasonText(error) })),
    succeed: () =>
      toast({ tone: 'success', title: t('profiles.success'), text: t('profiles.picture_updated'), key: 'picture' }),
  }
}
