/** The views in the order of the rail: what I remember, then how it works. */
import {
  Activity,
  AudioLines,
  ChartColumn,
  type LucideIcon,
  MessageCircleQuestionMark,
  RefreshCw,
  Rows3,
  Search,
  SlidersHorizontal,
  Users,
  Waypoints,
} from 'lucide-react';
import { t } from '../language/message.ts';

export interface Place {
  path: string;
  label: string;
  icon: LucideIcon;
  /** Shown in the bar of narrow windows. */
  isOnPhone: boolean;
}

export const MEMORY: readonly Place[] = [
  { path: '/app/timeline', label: t('Timeline'), icon: Rows3, isOnPhone: true },
  { path: '/app/search', label: t('Search'), icon: Search, isOnPhone: true },
  { path: '/app/ask', label: t('Ask'), icon: MessageCircleQuestionMark, isOnPhone: true },
  { path: '/app/audio', label: t('Audio'), icon: AudioLines, isOnPhone: true },
  { path: '/app/speakers', label: t('Speakers'), icon: Users, isOnPhone: false },
  { path: '/app/activity', label: t('Activity'), icon: ChartColumn, isOnPhone: false },
];

export const WORKINGS: readonly Place[] = [
  { path: '/app/pipes', label: t('Pipes'), icon: Waypoints, isOnPhone: false },
  { path: '/app/sync', label: t('Sync'), icon: RefreshCw, isOnPhone: false },
  { path: '/app/health', label: t('Health'), icon: Activity, isOnPhone: false },
  { path: '/app/settings', label: t('Settings'), icon: SlidersHorizontal, isOnPhone: false },
];
