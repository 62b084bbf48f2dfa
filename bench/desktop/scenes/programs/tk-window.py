"""A Tk window that shows the words given to it."""

import sys
import tkinter

label, button, entry = sys.argv[1:4]
window = tkinter.Tk()
window.title("planted in Tk")
window.geometry("600x400")
tkinter.Label(window, text=f"A label with {label}").pack(pady=20)
tkinter.Button(window, text=f"Press {button}").pack(pady=20)
entries = tkinter.Listbox(window)
for text in ["first entry", f"entry {entry}", "last entry"]:
    entries.insert("end", text)
entries.pack(pady=20)
window.mainloop()
