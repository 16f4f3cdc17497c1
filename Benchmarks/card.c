// SPDX-License-Identifier: MIT
// card: a card of text that is dragged with the mouse, drawn by ncursesw: what a library would cost jokesd-swipe that
// draws in cells of its own. It asks nobody, and decides nothing; its terminal ends it.
// The mouse has to be switched on and read by hand: ncurses knows presses and releases, and moves only of terminals
// whose terminfo entry says more.
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { width = 60, height = 24, gray = 1, green, red };

static const char *const joke[] = {
    "A programmer's spouse says: go to the shop, buy bread, and",
    "if they have eggs, bring a dozen. There were eggs. So there",
    "are twelve loaves on the table now, and nothing to go with.",
};

static void draw(int shift)
{
    int colour = shift * 2 > width / 2 ? green : shift * 2 < -width / 2 ? red : gray;
    int top = (LINES - height) / 2, left = (COLS - width) / 2;

    erase();
    mvaddstr(0, 1, "jokesd");
    mvaddstr(0, COLS - 24, "queue 10/10 - saved 0");
    for (int row = 0; row < height; row++) {
        int lean = shift * (height - 1 - 2 * row) / (4 * width);
        int column = left + shift + lean;
        attrset(COLOR_PAIR(colour));
        for (int place = 0; place < width; place++)
            if (column + place >= 0 && column + place < COLS)
                mvaddch(top + row, column + place, ' ');
        if (row >= 10 && row < 13)
            mvaddnstr(top + row, column < 0 ? 0 : column + 1, joke[row - 10], COLS - (column < 0 ? 0 : column + 1));
    }
    attrset(A_NORMAL);
    mvaddstr(LINES - 1, 1, "arrows drag  l like  d dislike  n next  u undo  t translate  q quit");
    refresh();
}

int main(void)
{
    char input[256], report[64];
    size_t length = 0;
    int start = 0, button, column, row;

    setlocale(LC_ALL, "");
    initscr();
    curs_set(0);
    start_color();
    init_pair(gray, COLOR_WHITE, 239);
    init_pair(green, COLOR_WHITE, 29);
    init_pair(red, COLOR_WHITE, 131);
    printf("\033[?1002h\033[?1006h");
    fflush(stdout);
    draw(0);
    for (ssize_t count; (count = read(STDIN_FILENO, input, sizeof input)) > 0;)
        for (ssize_t place = 0; place < count; place++) {
            char c = input[place];
            if (length < sizeof report - 1)
                report[length++] = c;
            if (c != 'M' && c != 'm' && c != 'y')
                continue;
            report[length] = 0;
            length = 0;
            if (sscanf(report, "\033[<%d;%d;%d", &button, &column, &row) != 3)
                continue;
            if (button == 0)
                start = column;
            else
                draw(column - start);
        }
    endwin();
    return EXIT_SUCCESS;
}
