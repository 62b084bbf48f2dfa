/**
 * Pages in scripts that no network knows. Whatever is read there is nonsense that a search would find: counts the words that are kept,
 * by line of the page. Each script is shown in three sizes, light and dark.
 */
import type { Browser } from 'playwright-core';
import { openOcr } from '../../packages/daemon/src/extract/ocr/ocr.ts';
import { print } from '../search/measuring.ts';
import { SCREEN, shoot } from './browser.ts';
import { GOALS, goal } from './figures.ts';
import { installedOf } from './fonts.ts';
import { prose } from './prose.ts';
import { read } from './reading.ts';

/** Fonts in the order of preference, and words written for this bench. */
const SCRIPTS: Readonly<Record<string, { fonts: readonly string[]; words: string }>> = {
  lao: {
    fonts: ['Noto Sans Lao', 'Phetsarath OT'],
    words:
      'ປະຊຸມ ທີມງານ ຕອນເຊົ້າ ບັນທຶກ ການຕັ້ງຄ່າ ລູກຄ້າ ໃບເກັບເງິນ ເປີດໄຟລ໌ ປ່ອງຢ້ຽມ ຄອມພິວເຕີ ເຄືອຂ່າຍ ມື້ນີ້ ອາທິດໜ້າ ຂອບໃຈ ສະບາຍດີ',
  },
  khmer: {
    fonts: ['Noto Sans Khmer', 'Khmer OS'],
    words:
      'កិច្ចប្រជុំ ក្រុម ពេលព្រឹក រក្សាទុក ការកំណត់ អតិថិជន វិក្កយបត្រ ឯកសារ បង្អួច កុំព្យូទ័រ បណ្តាញ ថ្ងៃនេះ សប្តាហ៍ក្រោយ អរគុណ សួស្តី',
  },
  burmese: {
    fonts: ['Noto Sans Myanmar', 'Padauk'],
    words:
      'အစည်းအဝေး အဖွဲ့ မနက်ခင်း သိမ်းဆည်း ပြင်ဆင်ချက် ဖောက်သည် ငွေတောင်းခံလွှာ ဖိုင် ပြတင်းပေါက် ကွန်ပျူတာ ကွန်ရက် ယနေ့ နောက်အပတ် ကျေးဇူး မင်္ဂလာပါ',
  },
  tamil: {
    fonts: ['Noto Sans Tamil', 'Lohit Tamil'],
    words:
      'கூட்டம் குழு காலை சேமி அமைப்புகள் வாடிக்கையாளர் விலைப்பட்டியல் கோப்பு சாளரம் கணினி பிணையம் இன்று அடுத்த வாரம் நன்றி வணக்கம்',
  },
  telugu: {
    fonts: ['Noto Sans Telugu', 'Lohit Telugu'],
    words:
      'సమావేశం బృందం ఉదయం భద్రపరచు అమరికలు వినియోగదారు రసీదు ఫైలు కిటికీ కంప్యూటర్ నెట్‌వర్క్ ఈరోజు వచ్చే వారం ధన్యవాదాలు నమస్కారం',
  },
  amharic: {
    fonts: ['Noto Sans Ethiopic', 'Abyssinica SIL'],
    words: 'ስብሰባ ቡድን ጠዋት አስቀምጥ ቅንብሮች ደንበኛ ደረሰኝ ፋይል መስኮት ኮምፒውተር መረብ ዛሬ የሚቀጥለው ሳምንት አመሰግናለሁ ሰላም',
  },
  tibetan: {
    fonts: ['Noto Serif Tibetan', 'Tibetan Machine Uni'],
    words:
      'ཚོགས་འདུ་ ཚོགས་པ་ ཞོགས་པ་ ཉར་ཚགས་ སྒྲིག་འགོད་ མགྲོན་པོ་ ཡིག་ཆ་ སྒེའུ་ཁུང་ གློག་ཀླད་ དྲ་བ་ དེ་རིང་ གཟའ་འཁོར་ ཐུགས་རྗེ་ཆེ་ བཀྲ་ཤིས་བདེ་ལེགས་',
  },
  sinhala: {
    fonts: ['Noto Sans Sinhala', 'LKLUG'],
    words:
      'රැස්වීම කණ්ඩායම උදෑසන සුරකින්න සැකසුම් පාරිභෝගික ඉන්වොයිසය ගොනුව කවුළුව පරිගණකය ජාලය අද ඊළඟ සතිය ස්තූතියි ආයුබෝවන්',
  },
  gujarati: {
    fonts: ['Noto Sans Gujarati', 'Lohit Gujarati'],
    words:
      'બેઠક ટીમ સવાર સાચવો સુયોજનો ગ્રાહક ભરતિયું ફાઇલ વિન્ડો કમ્પ્યુટર નેટવર્ક આજે આવતા અઠવાડિયે આભાર નમસ્તે',
  },
  bengali: {
    fonts: ['Noto Sans Bengali', 'Lohit Bengali'],
    words: 'সভা দল সকাল সংরক্ষণ সেটিংস গ্রাহক চালান ফাইল উইন্ডো কম্পিউটার নেটওয়ার্ক আজ আগামী সপ্তাহ ধন্যবাদ নমস্কার',
  },
  kannada: {
    fonts: ['Noto Sans Kannada', 'Lohit Kannada'],
    words:
      'ಸಭೆ ತಂಡ ಬೆಳಿಗ್ಗೆ ಉಳಿಸಿ ಸಿದ್ಧತೆಗಳು ಗ್ರಾಹಕ ಸರಕುಪಟ್ಟಿ ಕಡತ ಕಿಟಕಿ ಗಣಕಯಂತ್ರ ಜಾಲಬಂಧ ಇಂದು ಮುಂದಿನ ವಾರ ಧನ್ಯವಾದ ನಮಸ್ಕಾರ',
  },
  malayalam: {
    fonts: ['Noto Sans Malayalam', 'Lohit Malayalam'],
    words:
      'യോഗം സംഘം രാവിലെ സൂക്ഷിക്കുക ക്രമീകരണങ്ങൾ ഉപഭോക്താവ് വിലവിവരം ഫയൽ ജാലകം കമ്പ്യൂട്ടർ ശൃംഖല ഇന്ന് അടുത്ത ആഴ്ച നന്ദി നമസ്കാരം',
  },
  punjabi: {
    fonts: ['Noto Sans Gurmukhi', 'Lohit Gurmukhi'],
    words: 'ਮੀਟਿੰਗ ਟੀਮ ਸਵੇਰ ਸੰਭਾਲੋ ਸੈਟਿੰਗ ਗਾਹਕ ਬਿੱਲ ਫਾਈਲ ਵਿੰਡੋ ਕੰਪਿਊਟਰ ਨੈੱਟਵਰਕ ਅੱਜ ਅਗਲੇ ਹਫ਼ਤੇ ਧੰਨਵਾਦ ਨਮਸਕਾਰ',
  },
  odia: {
    fonts: ['Noto Sans Oriya', 'Lohit Odia'],
    words: 'ସଭା ଦଳ ସକାଳ ସଞ୍ଚୟ ବିନ୍ୟାସ ଗ୍ରାହକ ଚାଲାଣ ଫାଇଲ ୱିଣ୍ଡୋ କମ୍ପ୍ୟୁଟର ନେଟୱାର୍କ ଆଜି ଆସନ୍ତା ସପ୍ତାହ ଧନ୍ୟବାଦ ନମସ୍କାର',
  },
  hindi: {
    fonts: ['Noto Sans Devanagari', 'Lohit Devanagari'],
    words: 'बैठक टीम सुबह सहेजें सेटिंग ग्राहक बिल फ़ाइल विंडो कंप्यूटर नेटवर्क आज अगले सप्ताह धन्यवाद नमस्ते',
  },
};

const SEED = 31_000;
const LINES = 30;
const LOOKS = [
  { size: 14, isDark: false },
  { size: 16, isDark: true },
  { size: 18, isDark: false },
];

export async function runUnknownScripts(browser: Browser): Promise<void> {
  print('\nscripts that are not known: words that are kept, by line of the page');
  const kept: number[] = [];
  for (const [name, { fonts, words }] of Object.entries(SCRIPTS)) {
    const [font] = installedOf(fonts);
    if (font === undefined) {
      print(`  ${name.padEnd(12)} skipped: no font of this script is installed`);
      continue;
    }
    const page = await browser.newPage({ viewport: SCREEN });
    let count = 0;
    for (const [i, look] of LOOKS.entries()) {
      await page.setContent(pageOf(font, words.split(' '), { ...look, seed: SEED + i }));
      const ocr = await openOcr();
      const { result } = await read(ocr, (await shoot(page)).image);
      await ocr.close();
      count += result.lines.reduce((sum, line) => sum + line.words.length, 0);
    }
    await page.close();
    kept.push(count / (LOOKS.length * LINES));
    print(`  ${name.padEnd(12)} ${kept.at(-1)?.toFixed(2)}`);
  }
  if (kept.length === 0) return;
  const all = kept.reduce((sum, each) => sum + each, 0) / kept.length;
  goal('words a line, mean of the scripts', all, GOALS.unknownWords, 'words');
}

function pageOf(
  font: string,
  vocabulary: readonly string[],
  { size, isDark, seed }: { size: number; isDark: boolean; seed: number },
): string {
  const { pick, whole } = prose(seed, false);
  const line = () => Array.from({ length: whole(3, 7) }, () => pick(vocabulary)).join(' ');
  const colours = isDark ? 'background:#1e1f22;color:#d4d4d4' : 'background:#fff;color:#222';
  return `<style>body{margin:16px 24px;${colours};font:${size}px/${1.9 * size}px '${font}'}</style><body>${Array.from({ length: LINES }, () => `<div>${line()}</div>`).join('')}`;
}
