/**
 * What runs inside KWin: a script that reports over the session bus which windows there are, where they lie and which one is in use, whenever
 * one of that changes. It knows the names of Plasma 5 and of Plasma 6. When nobody takes what it reports, because the service was
 * killed, it has itself unloaded.
 */
import type { Rect } from '#core/observation.ts';

export const KWIN = 'org.kde.KWin';
export const SCRIPTING = { path: '/Scripting', iface: 'org.kde.kwin.Scripting' } as const;
/** Where the script sends what it has to tell. */
export const EAR = { path: '/org/hindcast/Windows', iface: 'org.hindcast.Windows' } as const;

/** In logical units, as everything that KWin says. */
export interface KwinWindow {
  readonly id: string;
  readonly title: string;
  readonly className: string;
  readonly pid: number;
  readonly frame: Rect;
  /** What the program draws into, shadows included; empty when KWin does not say. */
  readonly buffer: Rect;
  /** Counted from below. */
  readonly height: number;
  readonly isActive: boolean;
  /** Menus, panels, notifications. */
  readonly isPopup: boolean;
}

export type KwinNews =
  /** All windows that are seen, and what all screens together are. */
  | { readonly kind: 'all'; readonly windows: readonly KwinWindow[]; readonly desktop: Rect }
  | { readonly kind: 'one'; readonly window: KwinWindow };

const UNANSWERED_AT_MOST = 100;

export function kwinScript(listener: string, scriptName: string): string {
  return `
    var unanswered = 0;
    function tell(news) {
      unanswered += 1;
      if (unanswered > ${UNANSWERED_AT_MOST}) {
        callDBus('${KWIN}', '${SCRIPTING.path}', '${SCRIPTING.iface}', 'unloadScript', '${scriptName}');
        return;
      }
      callDBus('${listener}', '${EAR.path}', '${EAR.iface}', 'Tell', JSON.stringify(news), function () {
        unanswered = 0;
      });
    }

    function rect(r) {
      return r ? { x: r.x, y: r.y, width: r.width, height: r.height } : { x: 0, y: 0, width: 0, height: 0 };
    }

    function isHere(w) {
      var activities = w.activities;
      if (activities && activities.length > 0 && activities.indexOf(workspace.currentActivity) < 0) return false;
      if (w.onAllDesktops) return true;
      var now = workspace.currentDesktop;
      if (w.desktops && w.desktops.length > 0) {
        return w.desktops.some(function (one) { return one === now || one.id === now.id; });
      }
      return typeof now !== 'number' || w.desktop === now || w.desktop < 0;
    }

    function isSeen(w) {
      return !w.minimized && !w.hidden && !w.deleted && !w.desktopWindow && isHere(w);
    }

    function describe(w) {
      return {
        id: '' + w.internalId,
        title: '' + w.caption,
        className: '' + (w.resourceClass || w.desktopFileName || ''),
        pid: w.pid,
        frame: rect(w.frameGeometry),
        buffer: rect(w.bufferGeometry),
        height: w.stackingOrder,
        isActive: !!w.active,
        isPopup: !!(w.popupWindow || w.specialWindow)
      };
    }

    function list() {
      return (workspace.windowList || workspace.clientList)();
    }

    function tellAll() {
      tell({ kind: 'all', windows: list().filter(isSeen).map(describe), desktop: rect(workspace.virtualScreenGeometry) });
    }

    function listen(to, names, listener) {
      names.forEach(function (name) { if (to[name] && to[name].connect) to[name].connect(listener); });
    }

    function follow(w) {
      listen(w, ['captionChanged', 'frameGeometryChanged', 'bufferGeometryChanged', 'stackingOrderChanged', 'windowClassChanged', 'desktopFileNameChanged'], function () {
        if (isSeen(w)) tell({ kind: 'one', window: describe(w) });
      });
      listen(w, ['activeChanged', 'minimizedChanged', 'hiddenChanged', 'desktopsChanged', 'desktopChanged', 'activitiesChanged', 'windowShown', 'windowHidden'], tellAll);
    }

    listen(workspace, ['windowAdded', 'clientAdded'], function (w) { follow(w); tellAll(); });
    listen(workspace, ['windowRemoved', 'clientRemoved', 'windowActivated', 'clientActivated', 'currentDesktopChanged', 'currentActivityChanged', 'virtualScreenGeometryChanged'], tellAll);
    list().forEach(follow);
    tellAll();
  `;
}
