"""A GTK 3 window with a list of 50,000 rows."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

rows = Gtk.ListStore(str, str)
for number in range(50_000):
    rows.append([f"row {number}", f"note about item {number}"])
view = Gtk.TreeView(model=rows)
for column, title in enumerate(["Name", "Note"]):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=column))
scrolled = Gtk.ScrolledWindow()
scrolled.add(view)
window = Gtk.Window(title="large GTK 3 list")
window.set_default_size(900, 600)
window.add(scrolled)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
