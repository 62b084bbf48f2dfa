/** Words for invented screens: real English, because recognisers know the language, and names, numbers and identifiers, because screens are full of them. */
import { type Random, seededRandom } from '../search/corpus.ts';

const COMMON =
  'the of and to in that is was for on with as his they be at one have this from or had by but some what there we can out other were all your when up use how said an each she which do their time if will way about many then them would write like so these her long make thing see him two has look more day could go come did my sound no most number who over know water than call first people may down side been now find any new work part take get place made live where after back little only round man year came show every good me give our under name very through just form much great think say help low line before turn cause same mean differ move right boy old too does tell sentence set three want air well also play small end put home read hand port large spell add even land here must big high such follow act why ask men change went light kind off need house picture try us again animal point mother world near build self earth father head stand own page should country found answer school grow study still learn plant cover food sun four thought let keep eye never last door between city tree cross since hard start might story saw far sea draw left late run while press close night real life few stop'.split(
    ' ',
  );
const OFFICE =
  'invoice quarterly revenue forecast budget deadline milestone stakeholder delivery customer contract approval pipeline capacity vacancy onboarding retention campaign warehouse shipment logistics inventory supplier negotiation compliance security incident escalation maintenance deployment rollback latency throughput database replica migration schema snapshot archive encryption certificate gateway cluster scheduler worker queue retry timeout payload endpoint webhook dashboard metric threshold anomaly regression experiment hypothesis variance median estimate velocity backlog sprint review merge branch commit release candidate hotfix changelog documentation tutorial reference workshop agenda minutes attendance proposal framework guideline policy procedure assessment evaluation feedback interview candidate salary benefit pension insurance expense reimbursement travel itinerary accommodation conference keynote panel audience sponsorship exhibition'.split(
    ' ',
  );
const HELD_OUT =
  'glacier peninsula orchard lantern harvest cathedral violin marathon telescope pyramid volcano harbour meadow cottage blanket kitchen recipe cinnamon vanilla mushroom spinach broccoli pepper garlic onion butter cheese yoghurt almond walnut honey bicycle helmet pedal gear tunnel bridge viaduct station platform carriage engine whistle signal timetable compass anchor sail rudder current lighthouse fjord island reef dolphin penguin falcon badger hedgehog squirrel otter beaver salmon trout maple birch willow cedar juniper lavender rosemary thistle clover dandelion sculpture mosaic fresco portrait canvas palette brush charcoal gallery museum curator archive manuscript parchment folio chapter preface glossary appendix footnote index binding printer typeface kerning ligature serif italic margin column gutter baseline ascender'.split(
    ' ',
  );
const HELD_OUT_COMMON =
  'above across against almost along already although always among another anybody around arrive autumn because become behind believe below beside better beyond bottle bread breakfast brought business careful carry catch chair cheap child choose circle clean clear clothes cloud cold colour complete cook corner count dance danger dark decide deep different dinner distance divide double dream drive during early either empty enjoy enough evening exactly example explain famous farm fast favourite feel field fifty finger finish floor flower forget forty forward fresh friend front fruit garden gentle glass gold grass green ground group guess half happen happy health heart heavy hope hour hundred hurry imagine inside interest join journey jump kept kitchen knife known ladder laugh lead least leave lesson letter level lift listen lucky market matter measure middle minute modern month moon morning mountain mouth music narrow nature neighbour never nine noise north nothing notice ocean often open orange order paint paper pattern perhaps piece plain please pocket possible pretty problem promise proud quarter queen question quick quiet rain reach ready reason remember rest rich ride river road rock roof rough rule safe sand second seven shape share sharp short silver simple sing sister sleep slow smile snow soft south special speed spring square stairs station stone storm straight strange street strong sugar summer sweet swim table taste teach thank thick thin throw tired today together tomorrow touch town travel trouble twelve uncle understand until useful usual valley village visit voice wait walk wall warm wash watch weather week west wheel white whole wide wild wind window winter wonder wood yellow yesterday young'.split(
    ' ',
  );
const NAMES =
  'Anna Weber,James Okafor,Priya Raman,Lucas Silva,Mei Tanaka,Olga Petrova,Tom Fischer,Sara Lindqvist,Ahmed Nasser,Grace Miller,Pedro Alvarez,Nina Kowalska'.split(
    ',',
  );

const HELD_OUT_NAMES =
  'Ingrid Solheim,Mateo Vargas,Chloe Dubois,Kwame Mensah,Yuki Hayashi,Elena Marinova,Patrick Byrne,Fatima Zahra,Viktor Nemeth,Hannah Schulz,Diego Romero,Zofia Nowak'.split(
    ',',
  );

export interface Prose {
  readonly random: Random;
  pick<T>(from: readonly T[]): T;
  whole(from: number, to: number): number;
  word(): string;
  words(count: number): string;
  sentence(): string;
  paragraph(sentences: number): string;
  title(count: number): string;
  name(): string;
  /** Two capitals. */
  initials(): string;
  identifier(): string;
  time(): string;
  amount(): string;
}

export function prose(seed: number, isHeldOut: boolean): Prose {
  const random = seededRandom(seed);
  const special = isHeldOut ? HELD_OUT : OFFICE;
  const common = isHeldOut ? HELD_OUT_COMMON : COMMON;
  const names = isHeldOut ? HELD_OUT_NAMES : NAMES;
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const word = () => pick(random() < 0.45 ? special : common);
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const sentence = () => {
    const first = capital(words(whole(3, 8)));
    const rest = random() < 0.4 ? `, ${words(whole(2, 6))}` : '';
    return `${first}${rest}${pick(['.', '.', '.', '?', '!'])}`;
  };
  return {
    random,
    pick,
    whole,
    word,
    words,
    sentence,
    paragraph: (count) => Array.from({ length: count }, sentence).join(' '),
    title: (count) => Array.from({ length: count }, () => capital(word())).join(' '),
    name: () => pick(names),
    initials: () => (pick(names).match(/[A-Z]/g) ?? []).join(''),
    identifier: () => `${word()}${capital(word())}`,
    time: () => `${String(whole(0, 23)).padStart(2, '0')}:${String(whole(0, 59)).padStart(2, '0')}`,
    amount: () => (whole(100, 999_999) / 100).toFixed(2),
  };
}
