// UVa 167, The Sultan's Successors: backtracking over the columns, keeping the largest sum.
#include <algorithm>
#include <cstdio>

static int board[8][8];
static bool row_used[8], rising_used[15], falling_used[15];
static int best;

static void place(int column, int sum) {
    if (column == 8) {
        best = std::max(best, sum);
        return;
    }
    for (int row = 0; row < 8; row++) {
        bool &in_row = row_used[row];
        bool &in_rising = rising_used[row + column];
        bool &in_falling = falling_used[row - column + 7];
        if (in_row || in_rising || in_falling) continue;
        in_row = in_rising = in_falling = true;
        place(column + 1, sum + board[row][column]);
        in_row = in_rising = in_falling = false;
    }
}

int main() {
    int boards;
    if (scanf("%d", &boards) != 1) return 1;
    while (boards-- > 0) {
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++)
                if (scanf("%d", &board[row][column]) != 1) return 1;
        best = 0;
        place(0, 0);
        printf("%5d\n", best);
    }
    return 0;
}
