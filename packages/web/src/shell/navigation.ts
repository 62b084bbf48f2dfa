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

export interface Place {
  path: string;
  label: string;
  icon: LucideIcon;
  /** Shown in the bar of narrow windows. */
  isOnPhone: boolean;
}

export const MEMORY: readonly Place[] = [
  { path: '/app/timeline', label: 'Timeline', icon: Rows3, isOnPhone: true },
  { path: '/app/search', label: 'Search', icon: Search, isOnPhone: true },
  { path: '/app/ask', label: 'Ask', icon: MessageCircleQuestionMark, isOnPhone: true },
  { path: '/app/audio', label: 'Audio', icon: AudioLines, isOnPhone: true },
  { path: '/app/speakers', label: 'Speakers', icon: Users, isOnPhone: false },
  { path: '/app/activity', label: 'Activity', icon: ChartColumn, isOnPhone: false },
];

export const WORKINGS: readonly Place[] = [
  { path: '/app/pipes', label: 'Pipes', icon: Waypoints, isOnPhone: false },
  { path: '/app/sync', label: 'Sync', icon: RefreshCw, isOnPhone: false },
  { path: '/app/health', label: 'Health', icon: Activity, isOnPhone: false },
  { path: '/app/settings', label: 'Settings', icon: SlidersHorizontal, isOnPhone: false },
];
