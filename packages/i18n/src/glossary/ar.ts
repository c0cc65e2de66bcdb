import type { Term } from './term.ts'

const accepted = 'the request or the reservation is accepted'
const softened = 'a warning is never softened'

/** Vowel signs make no difference, and the particles و ف ب ل ك and the article may precede a word. */
export const ar: readonly Term[] = [
  {
    idea: 'accept',
    use: 'قبول الطلب، قبول الحجز',
    avoid: {
      'مقعد مقبول': accepted,
      'المقعد المقبول': accepted,
      'المقاعد المقبولة': accepted,
      'رحلة مقبولة': accepted,
      'الراكب المقبول': accepted,
    },
  },
  {
    idea: 'support request, its end',
    use: 'رسالتك إلى الدعم، طلب الدعم؛ انتهينا من معالجتها، مغلق',
    avoid: { 'تم حل': 'a problem is solved, a request is dealt with', محلول: 'a problem is solved' },
  },
  { idea: 'uphold a report', use: 'قبول البلاغ', avoid: { 'حل البلاغ': 'does not say that the report was right' } },
  {
    idea: 'not coming after all',
    use: 'انسحاب',
    avoid: { 'إلغاء الانضمام': 'legal prose', 'إلغاء انضمام': 'reads as throwing somebody out' },
  },
  {
    idea: 'suspend an account',
    use: 'إيقاف، موقوف',
    avoid: {
      'تعليق الحساب': 'is a comment elsewhere',
      'تعليق حسابك': 'is a comment elsewhere',
      معلّق: 'the word is موقوف',
    },
  },
  { idea: 'anyway', use: 'أصلًا', avoid: { 'في كل الأحوال': 'means in any case', 'في جميع الأحوال': 'means in any case' } },
  { idea: 'to change one’s mind', use: 'إذا تغيّر رأيك؛ تراجع', avoid: { العدول: 'court language' } },
  { idea: 'to save CO₂', use: 'تقليل الانبعاثات', avoid: { 'توفير CO₂': 'reads as providing it' } },
  { idea: 'insured', use: 'مؤمَّن عليها', avoid: { مؤمّنة: 'means secured' } },
  {
    idea: 'number plate',
    use: 'رقم اللوحة',
    avoid: { 'لوحة السيارة': 'the plate, not the number', 'لوحات السيارات': 'the plates' },
  },
  { idea: 'costs', use: 'تكاليف، تكلفة', avoid: { كلفة: 'one idea, one word' } },
  { idea: 'money', use: 'كرونة', avoid: { kr: 'one word for money', SEK: 'a code' } },
  {
    idea: 'warnings',
    use: 'the plural imperative: لا تدفعوا، اتصلوا',
    avoid: { يُنصح: softened, يُستحسن: softened, 'لا داعي': softened, 'يجب الاتصال': softened },
  },
  {
    idea: 'plain Arabic',
    use: 'كلمة مرور أخرى؛ ناقل',
    avoid: {
      'كلمة أخرى': 'another word',
      'جهة نقل': 'the word is ناقل',
      تجزئة: 'means splitting',
      'الخاص بك': 'a calque of your',
      'الخاصة بك': 'a calque of your',
      'من جانب': 'office language',
    },
  },
  { idea: 'a drive to a place beside the way', use: 'التعريج، تعريجة', avoid: { تحويلة: 'for closed roads' } },
  { idea: 'a ride that is not there yet', use: 'تنبيه؛ أبلغوني عند توفر رحلة', avoid: { أمنية: 'a dream' } },
]
