/**
 * Numbers that states give to people, of 28 countries. A number counts where its printed form and its check digits agree, or where the
 * words before it say what it is: eleven bare digits alone are more often an order than a person. Those of the USA are in `ssn.ts`.
 */
import { validate as austria } from 'stdnum/lib/cjs/at/vnr.js';
import { validate as australia } from 'stdnum/lib/cjs/au/tfn.js';
import { validate as belgium } from 'stdnum/lib/cjs/be/nn.js';
import { validate as brazil } from 'stdnum/lib/cjs/br/cpf.js';
import { validate as canada } from 'stdnum/lib/cjs/ca/sin.js';
import { validate as switzerland } from 'stdnum/lib/cjs/ch/ssn.js';
import { validate as china } from 'stdnum/lib/cjs/cn/ric.js';
import { validate as czechia } from 'stdnum/lib/cjs/cz/rc.js';
import { validate as germanTax } from 'stdnum/lib/cjs/de/idnr.js';
import { validate as germanPension } from 'stdnum/lib/cjs/de/svnr.js';
import { validate as denmark } from 'stdnum/lib/cjs/dk/cpr.js';
import { validate as spain } from 'stdnum/lib/cjs/es/dni.js';
import { validate as spainForeigner } from 'stdnum/lib/cjs/es/nie.js';
import { validate as finland } from 'stdnum/lib/cjs/fi/hetu.js';
import { validate as france } from 'stdnum/lib/cjs/fr/nir.js';
import { validate as britain } from 'stdnum/lib/cjs/gb/nino.js';
import { validate as ireland } from 'stdnum/lib/cjs/ie/pps.js';
import { validate as india } from 'stdnum/lib/cjs/in/aadhaar.js';
import { validate as indiaTax } from 'stdnum/lib/cjs/in/pan.js';
import { validate as italy } from 'stdnum/lib/cjs/it/codicefiscale.js';
import { validate as korea } from 'stdnum/lib/cjs/kr/rrn.js';
import { validate as mexico } from 'stdnum/lib/cjs/mx/curp.js';
import { validate as norway } from 'stdnum/lib/cjs/no/fodselsnummer.js';
import { validate as portugal } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as sweden } from 'stdnum/lib/cjs/se/personnummer.js';
import { validate as turkey } from 'stdnum/lib/cjs/tr/tckimlik.js';
import { validate as southAfrica } from 'stdnum/lib/cjs/za/idnr.js';
import { type Matcher, spansOf } from '../finding.ts';

type Validate = typeof portugal;

const BEFORE = '(?<![\\p{L}\\p{N}_]|[\\p{N}][-./ ])';
const AFTER = '(?![\\p{L}\\p{N}_]|[-./ ]\\p{N})';

/** Forms that hardly anything else has. Separators are those that people print. */
const PRINTED: readonly [form: string, validate: Validate][] = [
  ['\\d\\d\\.\\d\\d\\.\\d\\d-\\d{3}\\.\\d\\d', belgium],
  ['\\d{3}\\.\\d{3}\\.\\d{3}-\\d\\d', brazil],
  ['756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d\\d', switzerland],
  ['\\d{17}[\\dX]', china],
  ['\\d{6}/\\d{3,4}', czechia],
  ['\\d\\d \\d{3} \\d{3} \\d{3}', germanTax],
  ['\\d\\d ?\\d{6} ?[A-Z] ?\\d{3}', germanPension],
  ['\\d{8}[ -]?[A-HJ-NP-TV-Z]', spain],
  ['[XYZ][ -]?\\d{7}[ -]?[A-HJ-NP-TV-Z]', spainForeigner],
  ['\\d{6}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]', finland],
  ['[12] ?\\d\\d ?\\d\\d ?(?:\\d\\d|2[AB]) ?\\d{3} ?\\d{3} ?\\d\\d', france],
  ['[A-Z]{2} ?\\d\\d ?\\d\\d ?\\d\\d ?[A-D]', britain],
  ['[2-9]\\d{3}[ -]\\d{4}[ -]\\d{4}', india],
  ['[A-Z]{5}\\d{4}[A-Z]', indiaTax],
  ['[A-Z]{6} ?[\\dL-NP-V]{2}[A-EHLMPRST][\\dL-NP-V]{2} ?[A-Z][\\dL-NP-V]{3}[A-Z]', italy],
  ['\\d{6}-\\d{7}', korea],
  ['[A-Z]{4}\\d{6}[HMX][A-Z]{5}[A-Z\\d]\\d', mexico],
  ['\\d{6} \\d{5}', norway],
  ['(?:19|20)?\\d{6}[-+]\\d{4}', sweden],
];

/** Bare digits, known by the words before them and, as digits are also misread, not by their check digit where that word means nothing else. */
const NAMED: readonly [words: string, form: string, validate?: Validate][] = [
  ['sv-?n(?:umme)?r|sozialversicherungsnummer', '\\d{4} ?\\d{6}', austria],
  ['tfn|tax file (?:no|number)', '\\d{3} ?\\d{3} ?\\d{2,3}', australia],
  ['sin|nas|social insurance (?:no|number)', '\\d{3}[ -]?\\d{3}[ -]?\\d{3}', canada],
  ['cpr(?:-?(?:nr|nummer))?', '\\d{6}[- ]?\\d{4}', denmark],
  ['steuer-?id(?:-?nr|entifikationsnummer)?|steuerliche identifikationsnummer|idnr', '\\d{11}'],
  ['pps(?:n| no| number)?', '\\d{7} ?[A-W][ABHIWTX]?', ireland],
  ['bsn|burgerservicenummer|sofi-?nummer', '\\d{9}|\\d{4}[. ]\\d\\d[. ]\\d{3}'],
  ['f[øo]dselsnummer|personnummer|fnr', '\\d{6} ?\\d{5}|(?:19|20)?\\d{6}[-+]?\\d{4}'],
  ['pesel', '\\d{11}'],
  ['nif|contribuinte', '\\d{3} ?\\d{3} ?\\d{3}', portugal],
  ['t\\.?c\\.?(?: kimlik)?(?: no| numaras[ıi])?|kimlik no', '\\d{11}', turkey],
  ['id(?:entity)?(?: no| number)?', '\\d{13}|\\d{6} \\d{4} \\d{3}', southAfrica],
  ['aadhaar(?: no| number)?', '\\d{12}|\\d{4}[ -]\\d{4}[ -]\\d{4}'],
  ['マイナンバー|個人番号|my number', '\\d{12}|\\d{4}[ -]\\d{4}[ -]\\d{4}'],
  ['身份证号?码?|居民身份证', '\\d{17}[\\dX]'],
  ['주민등록번호', '\\d{6}-?\\d{7}'],
  ['cpf', '\\d{11}|\\d{3}\\.\\d{3}\\.\\d{3}-\\d\\d'],
  ['snils|снилс', '\\d{3}-\\d{3}-\\d{3}[ -]\\d\\d|\\d{11}'],
  ['nhs (?:no|number)', '\\d{3} ?\\d{3} ?\\d{4}'],
];

const GAP = '[^\\p{L}\\p{N}\\n]{0,6}';
const printed = PRINTED.map(([form, validate]) => ({
  pattern: new RegExp(`${BEFORE}(?:${form})${AFTER}`, 'gu'),
  validate,
}));
const named = NAMED.map(([words, form, validate]) => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})\\.?${GAP}((?:${form}))${AFTER}`, 'giud'),
  validate,
}));

export const findNationalIds: Matcher = (text) =>
  [...printed, ...named].flatMap(({ pattern, validate }) =>
    spansOf(pattern, text).filter(
      ({ start, end }) => validate === undefined || validate(text.slice(start, end)).isValid,
    ),
  );
