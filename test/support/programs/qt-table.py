"""A Qt 5 window with a table of 50,000 rows."""

import sys

from PyQt5.QtCore import QAbstractTableModel, QModelIndex, Qt
from PyQt5.QtWidgets import QApplication, QTableView


class Rows(QAbstractTableModel):
    def rowCount(self, parent=QModelIndex()):
        return 0 if parent.isValid() else 50_000

    def columnCount(self, parent=QModelIndex()):
        return 3

    def data(self, index, role=Qt.DisplayRole):
        if role == Qt.DisplayRole:
            return f"cell {index.row()} {index.column()}"


app = QApplication(sys.argv)
table = QTableView()
table.setModel(Rows())
table.resize(900, 600)
table.setWindowTitle("large Qt table")
table.show()
app.exec_()
