/** Chips that narrow the search, with the counts of the present query where the service counts them. */
import { Check, ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import type { Facet, Facets } from '../data/search.ts';
import { listed, t } from '../language/message.ts';
import { AppDot, Segmented, Switch } from '../parts/bits.tsx';
import { Button, DialogTrigger, PopoverDialog } from '../parts/dialogs/overlays.tsx';
import { count, dayName, dayStart, fromTo, isoOf, labelled } from '../parts/format.ts';
import type { FilterName, Filters, SearchType } from './filters.ts';

interface ChipTexts {
  name: FilterName;
  label: string;
  any: string;
  hint: string;
  facet?: keyof Facets['data'];
}

const CHIPS: readonly ChipTexts[] = [
  { name: 'app', label: t('App'), any: t('Any app'), hint: t('App contains…'), facet: 'app' },
  {
    name: 'window',
    label: t('Window'),
    any: t('Any window'),
    hint: t('Window contains…'),
    facet: 'window',
  },
  { name: 'site', label: t('Site'), any: t('Any site'), hint: t('Site contains…'), facet: 'site' },
  {
    name: 'speaker',
    label: t('Speaker'),
    any: t('Any speaker'),
    hint: t('Speaker contains…'),
    facet: 'speaker',
  },
  { name: 'tag', label: t('Tag'), any: t('Any tag'), hint: t('Tag contains…') },
];

interface Props {
  filters: Filters;
  facets: Facets | undefined;
  onChange(change: Partial<Filters>): void;
}

const ORDERS = [
  { value: 'newest', label: t('Newest') },
  { value: 'best', label: t('Best match') },
] as const;

/** `hasWords`: without them nothing is a better match than another. */
export function FilterBar({ filters, facets, onChange, hasWords }: Props & { hasWords: boolean }) {
  const ofType = (name: string) => facets?.data.type?.find(({ value }) => value === name)?.count;
  const screen = facets?.data.type && (ofType('OCR') ?? 0) + (ofType('UI') ?? 0);
  const sound = facets?.data.type && (ofType('Audio') ?? 0);
  const types: { value: SearchType; label: React.ReactNode }[] = [
    { value: 'all', label: t('All') },
    { value: 'screen', label: <Counted label={t('Screen')} value={screen} /> },
    { value: 'sound', label: <Counted label={t('Sound')} value={sound} /> },
  ];
  return (
    <div className="row wrap scrollx">
      <Segmented
        label={t('Type')}
        value={filters.type}
        options={types}
        onChange={(type) => onChange({ type })}
      />
      {CHIPS.slice(0, 3).map((chip) => (
        <Chip key={chip.name} {...chip} filters={filters} facets={facets} onChange={onChange} />
      ))}
      <TimeChip filters={filters} onChange={onChange} />
      {CHIPS.slice(3).map((chip) => (
        <Chip key={chip.name} {...chip} filters={filters} facets={facets} onChange={onChange} />
      ))}
      {filters.type === 'sound' && filters.app !== undefined && (
        <span className="sm dim">{t('Sound has no app')}</span>
      )}
      <span className="sp hide-n" />
      {hasWords && (
        <Segmented
          label={t('Order')}
          value={filters.order}
          options={ORDERS}
          onChange={(order) => onChange({ order })}
        />
      )}
      <span className="sm mute hide-n">{t('Group similar')}</span>
      <span className="hide-n">
        <Switch
          label={t('Group similar')}
          checked={filters.isGrouped}
          onChange={(isGrouped) => onChange({ isGrouped })}
        />
      </span>
    </div>
  );
}

function Counted({ label, value }: { label: string; value: number | undefined }) {
  return (
    <>
      {label}
      {value !== undefined && <span className="dim num">{count(value)}</span>}
    </>
  );
}

function Chip(props: Props & ChipTexts) {
  const { name, label, facet, filters, facets, onChange } = props;
  const values = filters[name] ?? [];
  const options = facet ? (facets?.data[facet] ?? []) : [];
  return (
    <DialogTrigger>
      <Button className={`chip ${values.length > 0 ? 'on' : ''}`}>
        {values.length > 0 ? labelled(label, chosenText(values)) : label}
        <ChevronDown className="ic s" aria-hidden="true" />
      </Button>
      <PopoverDialog label={label} className="pickbox">
        {(close) => (
          <Picker
            any={props.any}
            hint={props.hint}
            values={values}
            options={options}
            isApp={name === 'app'}
            onChange={(next) => onChange({ [name]: next })}
            onType={(typed) => {
              onChange({ [name]: [...new Set([...values, typed])] });
              close();
            }}
          />
        )}
      </PopoverDialog>
    </DialogTrigger>
  );
}

const MOST_LISTED = 2;

/** `Mail or Chat`, `Mail or 3 others` */
function chosenText(values: readonly string[]): string {
  if (values.length <= MOST_LISTED) return listed(values, 'or');
  return t('{first} or {count, plural, one {# other} other {# others}}', {
    first: values[0] ?? '',
    count: values.length - 1,
  });
}

/** Values can be picked one after the other; what is chosen stays in the list also when the answer no longer counts it. */
function Picker(props: {
  any: string;
  hint: string;
  values: readonly string[];
  options: readonly Facet[];
  isApp: boolean;
  onChange(values: readonly string[]): void;
  onType(value: string): void;
}) {
  const { values, options, onChange } = props;
  const [text, setText] = useState('');
  const named = options.map(({ value, label, count: of }) => ({ name: label || value, of }));
  const chosen = values
    .filter((value) => !named.some(({ name }) => name === value))
    .map((name) => ({ name, of: undefined }));
  const shown = [...chosen, ...named].filter(({ name }) =>
    name.toLowerCase().includes(text.toLowerCase()),
  );
  const flip = (name: string) =>
    onChange(values.includes(name) ? values.filter((value) => value !== name) : [...values, name]);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') props.onType(text.trim());
        }}
      >
        <input
          className="field"
          aria-label={props.hint}
          placeholder={props.hint}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <ul>
        {shown.map(({ name, of }) => (
          <li key={name}>
            <button
              type="button"
              className="optrow"
              aria-pressed={values.includes(name)}
              onClick={() => flip(name)}
            >
              {values.includes(name) && <Check className="ic s" aria-hidden="true" />}
              {props.isApp && <AppDot app={name} />}
              <span className="ell grow">{name}</span>
              {of !== undefined && <span className="xs dim num">{count(of)}</span>}
            </button>
          </li>
        ))}
        {shown.length === 0 && (
          <li className="sm dim pad">{t('Press Enter to use what you typed.')}</li>
        )}
      </ul>
      {values.length > 0 && (
        <button type="button" className="btn sm" onClick={() => onChange([])}>
          <X className="ic s" aria-hidden="true" />
          {props.any}
        </button>
      )}
    </>
  );
}

const SPANS: readonly { label: string; days: number }[] = [
  { label: t('Today'), days: 0 },
  { label: t('Since yesterday'), days: 1 },
  { label: t('Last 7 days'), days: 7 },
  { label: t('Last 30 days'), days: 30 },
  { label: t('Last 90 days'), days: 90 },
];

function TimeChip({ filters, onChange }: Omit<Props, 'facets'>) {
  const { from, to } = filters;
  const isOn = from !== undefined || to !== undefined;
  return (
    <DialogTrigger>
      <Button className={`chip ${isOn ? 'on' : ''}`}>
        {timeLabel(from, to)}
        <ChevronDown className="ic s" aria-hidden="true" />
      </Button>
      <PopoverDialog label={t('Time')} className="pickbox">
        {(close) => {
          const pick = (change: Partial<Filters>) => {
            onChange(change);
            close();
          };
          return (
            <>
              <ul>
                {SPANS.map(({ label, days }) => (
                  <li key={label}>
                    <button
                      type="button"
                      className="optrow"
                      onClick={() => pick({ from: isoOf(dayStart(Date.now(), -days)), to: '' })}
                    >
                      {label}
                    </button>
                  </li>
                ))}
              </ul>
              <DayFields filters={filters} onChange={onChange} />
              {isOn && (
                <button type="button" className="btn sm" onClick={() => pick({ from: '', to: '' })}>
                  {t('Any time')}
                </button>
              )}
            </>
          );
        }}
      </PopoverDialog>
    </DialogTrigger>
  );
}

function DayFields({ filters, onChange }: Omit<Props, 'facets'>) {
  const set = (name: 'from' | 'to', value: string) => {
    const atMs = value === '' ? Number.NaN : Date.parse(`${value}T00:00:00`);
    if (Number.isNaN(atMs)) return;
    onChange({ [name]: isoOf(name === 'to' ? dayStart(atMs, 1) : atMs) });
  };
  return (
    <div className="row">
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="sm grow">
          {name === 'from' ? t('From') : t('To')}
          <input
            type="date"
            className="field"
            defaultValue={filters[name]?.slice(0, 10)}
            onChange={(event) => set(name, event.target.value)}
          />
        </label>
      ))}
    </div>
  );
}

function timeLabel(from: string | undefined, to: string | undefined): string {
  if (!from && !to) return t('Time');
  if (!from) return t('Before {day}', { day: dayName(Date.parse(to ?? '')) });
  const fromMs = Date.parse(from);
  if (!to) return t('Since {day}', { day: dayName(fromMs) });
  const toMs = Date.parse(to);
  if (toMs - fromMs <= 25 * 3_600_000) return dayName(fromMs);
  return fromTo(dayName(fromMs), dayName(toMs));
}
