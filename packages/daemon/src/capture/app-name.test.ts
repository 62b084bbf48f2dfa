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

/** Instance and class (`WM_CLASS`) as these programs of Debian 12 gave them on an X desktop. */
const RECORDED = [
  ['libreoffice', 'libreoffice-calc', 'LibreOffice Calc'],
  ['soffice', 'Soffice', 'LibreOffice'],
  ['Mail', 'thunderbird-default', 'Thunderbird'],
  ['Navigator', 'firefox-esr', 'Firefox'],
  ['chromium', 'Chromium', 'Chromium'],
  ['gimp', 'Gimp', 'Gimp'],
  ['keepassxc', 'KeePassXC', 'KeePassXC'],
  ['seahorse', 'Seahorse', 'Seahorse'],
  ['ssh-askpass', 'Ssh-askpass', 'Ssh-askpass'],
  ['gcr-prompter', 'Gcr-prompter', 'Gcr-prompter'],
  ['kate', 'kate', 'Kate'],
  ['okular', 'okular', 'Okular'],
  ['konsole', 'konsole', 'Konsole'],
  ['evince', 'Evince', 'Evince'],
  ['eog', 'Eog', 'Eog'],
  ['gedit', 'Gedit', 'Gedit'],
  ['mousepad', 'Mousepad', 'Mousepad'],
  ['emacs', 'Emacs', 'Emacs'],
  ['thunar', 'Thunar', 'Thunar'],
  ['file-roller', 'File-roller', 'File-roller'],
  ['gnome-calculator', 'gnome-calculator', 'Gnome Calculator'],
  ['transmission-gtk', 'Transmission-gtk', 'Transmission-gtk'],
  ['mpv', 'mpv', 'Mpv'],
  ['xterm', 'XTerm', 'XTerm'],
  ['xterm', 'UXTerm', 'UXTerm'],
  ['urxvt', 'URxvt', 'URxvt'],
  ['kitty', 'kitty', 'Kitty'],
  ['lxterminal', 'Lxterminal', 'Lxterminal'],
  ['xfce4-terminal', 'Xfce4-terminal', 'Xfce4-terminal'],
  ['gnome-terminal-server', 'Gnome-terminal', 'Gnome-terminal'],
  ['zenity', 'Zenity', 'Zenity'],
  ['tk', 'Tk', 'Tk'],
  ['com-example-notes-NotesWindow', 'com-example-notes-NotesWindow', 'NotesWindow'],
  [
    'com-sun-tools-javac-launcher-Main',
    'com-sun-tools-javac-launcher-Main',
    'com-sun-tools-javac-launcher-Main',
  ],
] as const;

test.each(RECORDED)('a window of %s, %s belongs to %s', (_, className, name) => {
  expect(appName(className)).toBe(name);
});

test('a class that is an option is named after the program of the process', () => {
  // As GTK and Qt give it for `python3 -c …`.
  expect(appName('-c', process.pid)).toBe('Node');
  expect(appName('-c')).toBe('');
  expect(appName('-c', 2 ** 30)).toBe('');
});
