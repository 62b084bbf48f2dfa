/** The views in the order of the rail: what I remember, then how it works. */
import { type LucideIcon, Rows3, Search } from 'lucide-react';

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
];

export const WORKINGS: readonly Place[] = [];
