/** Which day, how close, which app and display. */
import {
  Calendar,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ListFilter,
  Monitor,
} from 'lucide-react';
import type { FrameRef, Segment, Span } from '../data/day.ts';
import { t } from '../language/message.ts';
import { AppDot, Segmented } from '../parts/bits.tsx';
import { Button, DialogTrigger, MenuButton, PopoverDialog } from '../parts/dialogs/overlays.tsx';
import { dayName, dayStart } from '../parts/format.ts';
import { ZOOMS, type Zoom, zoomOf } from './dock/lanes.ts';
import { MonthGrid } from './month-grid.tsx';

export function DayBar(props: {
  day: Span;
  range: Span;
  filter: { app?: string; device?: string };
  segments: readonly Segment[];
  frames: readonly FrameRef[];
  onDay(days: number): void;
  onSeek(atMs: number): void;
  onZoom(zoom: Zoom): void;
  onFilter(name: 'app' | 'display', value: string | undefined): void;
}) {
  const { day, range, filter } = props;
  const isToday = day.startMs === dayStart(Date.now());
  const zoom = zoomOf(range);
  return (
    <>
      <button
        type="button"
        className="btn ico"
        aria-label={t('Previous day')}
        onClick={() => props.onDay(-1)}
      >
        <ChevronLeft className="ic" aria-hidden="true" />
      </button>
      <DialogTrigger>
        <Button className="btn" data-goto="">
          <Calendar className="ic" aria-hidden="true" />
          {dayName(day.startMs)}
          <span className="hide-n">{new Date(day.startMs).getFullYear()}</span>
        </Button>
        <PopoverDialog label={t('Go to date')}>
          {(close) => (
            <MonthGrid
              dayMs={day.startMs}
              onPick={(atMs) => {
                close();
                props.onSeek(atMs);
              }}
            />
          )}
        </PopoverDialog>
      </DialogTrigger>
      <button
        type="button"
        className="btn ico"
        aria-label={t('Next day')}
        disabled={isToday}
        onClick={() => props.onDay(1)}
      >
        <ChevronRight className="ic" aria-hidden="true" />
      </button>
      <button type="button" className="btn ghost hide-n" onClick={() => props.onSeek(Date.now())}>
        {t('Today')}
      </button>
      <span className="sp" />
      <MenuButton
        label={t('Zoom')}
        className="btn only-n"
        items={ZOOMS.map(({ value, label }) => ({
          id: value,
          label,
          onAction: () => props.onZoom(value),
        }))}
      >
        {ZOOMS.find(({ value }) => value === zoom)?.label}
        <ChevronDown className="ic s" aria-hidden="true" />
      </MenuButton>
      <Segmented
        label={t('Zoom')}
        className="wide"
        value={zoom}
        options={ZOOMS}
        onChange={props.onZoom}
      />
      <AppMenu {...props} filter={filter} />
      <DisplayMenu {...props} filter={filter} />
    </>
  );
}

function AppMenu(props: {
  filter: { app?: string };
  segments: readonly Segment[];
  onFilter(name: 'app', value: string | undefined): void;
}) {
  const apps = [...new Set(props.segments.map(({ app }) => app))].filter(Boolean).sort();
  const { app } = props.filter;
  return (
    <MenuButton
      label={t('App')}
      className={`btn hide-n ${app ? 'on' : ''}`}
      items={[
        { id: ' all', label: t('All apps'), onAction: () => props.onFilter('app', undefined) },
        ...apps.map((name) => ({
          id: name,
          label: (
            <>
              <AppDot app={name} />
              {name}
            </>
          ),
          onAction: () => props.onFilter('app', name),
        })),
      ]}
    >
      <ListFilter className="ic" aria-hidden="true" />
      {app ?? t('All apps')}
    </MenuButton>
  );
}

function DisplayMenu(props: {
  filter: { device?: string };
  frames: readonly FrameRef[];
  onFilter(name: 'display', value: string | undefined): void;
}) {
  const displays = [...new Set(props.frames.map(({ device }) => device))].filter(Boolean);
  const { device } = props.filter;
  if (displays.length < 2 && device === undefined) return null;
  return (
    <MenuButton
      label={t('Display')}
      className={`btn hide-n ${device ? 'on' : ''}`}
      items={[
        {
          id: ' all',
          label: t('All displays'),
          onAction: () => props.onFilter('display', undefined),
        },
        ...displays.map((name) => ({
          id: name,
          label: name,
          onAction: () => props.onFilter('display', name),
        })),
      ]}
    >
      <Monitor className="ic" aria-hidden="true" />
      {device ??
        t('{count, plural, one {# display} other {# displays}}', { count: displays.length })}
    </MenuButton>
  );
}
