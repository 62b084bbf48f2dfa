/** Programs of toolkits that tell little to assistive technology, and menus and tooltips. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OPEN_WITHIN_MS, plant, type Scene, TITLE } from './scene.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
/** Longer than a menu takes to open, or a tooltip to appear. */
const SHOWN_AFTER_MS = 3_000;

const tk: Scene = {
  program: 'Tk',
  packages: 'python3-tk',
  command: 'wish',
  async open({ desktop, nextWord }) {
    const planted = plant(nextWord, 'label of Tk', 'button of Tk', 'list entry of Tk');
    const words = planted.map(({ word }) => word);
    await desktop.open('/usr/bin/python3', [join(PROGRAMS, 'tk-window.py'), ...words], TITLE);
    return planted;
  },
};

const swing: Scene = {
  program: 'Swing',
  packages: 'default-jdk',
  command: 'java',
  async open({ desktop, nextWord }) {
    const planted = plant(nextWord, 'label of Swing', 'button of Swing', 'table cell of Swing');
    const words = planted.map(({ word }) => word);
    const source = join(PROGRAMS, 'SwingWindow.java');
    await desktop.open('java', [source, ...words], TITLE, OPEN_WITHIN_MS);
    return planted;
  },
};

/** The text below a context menu counts only after the menu is closed: a closed menu must not hide it. */
const menus: Scene = {
  program: 'menus',
  packages: 'python3-gi gir1.2-gtk-3.0',
  command: 'xdotool',
  async open({ desktop, nextWord }) {
    const planted = plant(nextWord, 'menu item', 'tooltip', 'text below a closed menu');
    const words = planted.map(({ word }) => word);
    const program = join(PROGRAMS, 'gtk3-menu.py');
    // What is below the menu is written only when the menu was closed.
    await desktop.open('/usr/bin/python3', [program, ...words], TITLE, OPEN_WITHIN_MS);
    await desktop.run('wmctrl', '-r', TITLE, '-e', '0,100,100,700,500');
    await wait(SHOWN_AFTER_MS);
    await desktop.run('xdotool', 'mousemove', '300', '300', 'click', '3');
    await wait(SHOWN_AFTER_MS);
    await desktop.run('xdotool', 'key', 'Escape');
    await desktop.run('xdotool', 'mousemove', '400', '560');
    await wait(SHOWN_AFTER_MS);
    return planted;
  },
};

const mail: Scene = {
  program: 'Thunderbird',
  packages: 'thunderbird',
  command: 'thunderbird',
  async open({ desktop, nextWord }) {
    const planted = plant(nextWord, 'subject of a mail', 'text of a mail');
    const [subject, text] = planted.map(({ word }) => word);
    const file = join(desktop.home, `${TITLE}.eml`);
    const head = `From: Ann <ann@example.org>\nTo: Bo <bo@example.org>\nSubject: The ${subject} plan\nDate: Mon, 2 Nov 2026 10:00:00 +0000`;
    writeFileSync(file, `${head}\nContent-Type: text/plain\n\nWe meet at the ${text} house.\n`);
    await desktop.open('thunderbird', [file], String(subject), OPEN_WITHIN_MS);
    return planted;
  },
};

export const TOOLKITS: readonly Scene[] = [tk, swing, menus, mail];
