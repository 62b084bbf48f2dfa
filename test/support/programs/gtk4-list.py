"""A GTK 4 window with a list of 50,000 rows."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk

rows = Gtk.StringList.new([f"line number {number} of the list" for number in range(50_000)])
factory = Gtk.SignalListItemFactory()
factory.connect("setup", lambda _, item: item.set_child(Gtk.Label(xalign=0)))
factory.connect("bind", lambda _, item: item.get_child().set_label(item.get_item().get_string()))
scrolled = Gtk.ScrolledWindow(
    child=Gtk.ListView(model=Gtk.SingleSelection(model=rows), factory=factory)
)
window = Gtk.Window(title="large GTK 4 list", child=scrolled)
window.set_default_size(900, 600)
loop = GLib.MainLoop()
window.connect("close-request", lambda _: loop.quit())
window.present()
loop.run()
