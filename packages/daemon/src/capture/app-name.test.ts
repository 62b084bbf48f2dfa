import { expect, test } from 'vitest';
import { appName } from './app-name.ts';

test.each([
  ['XTerm', 'XTerm'],
  ['Mousepad', 'Mousepad'],
  ['firefox', 'Firefox'],
  ['Navigator', 'Firefox'],
  ['firefox-esr', 'Firefox'],
  ['google-chrome', 'Google Chrome'],
  ['org.gnome.Nautilus', 'Nautilus'],
  ['org.kde.dolphin', 'Dolphin'],
  ['gnome-terminal-server', 'Gnome Terminal Server'],
  ['code', 'Visual Studio Code'],
  ['jetbrains-idea', 'Jetbrains Idea'],
  ['', ''],
])('the program %j is called %j', (className, name) => {
  expect(appName(className)).toBe(name);
});
