"""A GTK 3 window with a context menu and a large button with a tooltip. Its text appears when the menu was closed."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

item, tooltip, below = sys.argv[1:4]
window = Gtk.Window(title="planted with menus")
window.set_default_size(700, 500)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
label = Gtk.Label(label="Press the right button here")
area = Gtk.EventBox()
area.add(label)
box.pack_start(area, True, True, 0)
button = Gtk.Button(label="A large button")
button.set_size_request(600, 160)
button.set_tooltip_text(f"Explains the {tooltip}")
box.pack_start(button, False, False, 0)
window.add(box)

menu = Gtk.Menu()
for text in ["Copy", f"Send to {item}", "Rename", "Delete", "Properties"]:
    menu.append(Gtk.MenuItem(label=text))
menu.show_all()
menu.connect("hide", lambda _: label.set_text("\n".join(["Some lines are above it"] * 6 + [f"The {below} was hidden"])))


def press(_, event):
    if event.button == 3:
        menu.popup_at_pointer(event)
    return True


area.connect("button-press-event", press)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
