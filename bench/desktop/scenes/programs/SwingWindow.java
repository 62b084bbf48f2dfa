import java.awt.BorderLayout;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JScrollPane;
import javax.swing.JTable;

/** A Swing window that shows the words given to it. */
public class SwingWindow {
  public static void main(String[] words) {
    JFrame window = new JFrame("planted in Swing");
    window.add(new JLabel("A label with " + words[0]), BorderLayout.NORTH);
    window.add(new JButton("Press " + words[1]), BorderLayout.SOUTH);
    String[][] rows = {{"first", "0.4417"}, {words[2], "0.1"}};
    window.add(new JScrollPane(new JTable(rows, new String[] {"Name", "Value"})), BorderLayout.CENTER);
    window.setSize(600, 400);
    window.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    window.setVisible(true);
  }
}
