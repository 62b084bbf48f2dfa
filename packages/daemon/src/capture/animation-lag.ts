/**
 * Compositors let windows glide and fade: one that is closed, minimised or moved by what the desktop reports is still seen, for up to
 * 400 ms in GNOME, 350 in picom, 250 in KDE and 700 in some that the person can set. Twice the usual, then.
 */
export const ANIMATION_LAG_MS = 800;
